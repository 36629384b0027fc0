// A row of tabs: arrows move, Home and End jump, as the ARIA practices have it.
export default {
  template: `
    <div class="pb-tabs" role="tablist" :aria-label="label" :id="id" @keydown="moved">
      <button v-for="each in tabs" type="button" role="tab" :id="each.tab" :aria-controls="each.panel" :key="each.value"
        :aria-selected="each.value === chosen ? 'true' : 'false'" :tabindex="each.value === chosen ? 0 : -1"
        @click="choose(each.value)">{{ each.label }}</button>
    </div>`,
  props: { id: String, label: String, value: String, tabs: Array },
  emits: ["edit"],
  data() {
    return { chosen: this.value };
  },
  watch: {
    value(given) {
      this.chosen = given;
    },
  },
  methods: {
    choose(value) {
      if (value === this.chosen) return;
      this.chosen = value;
      this.$emit("edit", value);
    },
    moved(event) {
      const at = this.tabs.findIndex((each) => each.value === this.chosen);
      const last = this.tabs.length - 1;
      const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.choose(this.tabs[to].value);
      document.getElementById(this.tabs[to].tab).focus();
    },
  },
};
