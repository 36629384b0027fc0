// One of a few, all of them in sight.
export default {
  template: `
    <fieldset class="pb-group" :id="id" :aria-describedby="hint ? id + '-hint' : null">
      <legend class="pb-legend">{{ label }}</legend>
      <div class="set">
        <label class="pb-check" v-for="each in options"><input type="radio" :name="id" :value="each.value" v-model="chosen"
          :disabled="disabled" @change="$emit('edit', chosen)" /><span>{{ each.label }}</span></label>
      </div>
      <p class="pb-note" v-if="hint" :id="id + '-hint'">{{ hint }}</p>
    </fieldset>`,
  props: { id: String, label: String, value: String, options: Array, hint: String, disabled: Boolean },
  emits: ["edit"],
  data() {
    return { chosen: this.value };
  },
  watch: {
    value(given) {
      this.chosen = given;
    },
  },
};
