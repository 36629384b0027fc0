// A labelled box to tick.
export default {
  template: `
    <div class="pb-field" :id="id">
      <label class="pb-check"><input type="checkbox" v-model="on" :disabled="disabled"
        :aria-describedby="hint ? id + '-hint' : null" @change="$emit('edit', on)" /><span>{{ label }}</span></label>
      <p class="hint" v-if="hint" :id="id + '-hint'">{{ hint }}</p>
    </div>`,
  props: { id: String, label: String, value: Boolean, hint: String, disabled: Boolean },
  emits: ["edit"],
  data() {
    return { on: this.value };
  },
  watch: {
    value(given) {
      this.on = given;
    },
  },
};
