// A labelled slider over whole steps; what a step means is said in words by the page.
export default {
  template: `
    <div class="pb-field pb-slide" :id="id" :style="width ? { '--w': width } : null">
      <div class="head"><label class="pb-legend" :for="id + '-in'">{{ label }}</label><output :for="id + '-in'">{{ text }}</output></div>
      <input type="range" :id="id + '-in'" :min="min" :max="max" :step="step" v-model.number="at" :aria-valuetext="text"
        :aria-describedby="hint ? id + '-hint' : null" :disabled="disabled" @input="moved" @change="send" />
      <p class="hint" v-if="hint" :id="id + '-hint'">{{ hint }}</p>
    </div>`,
  props: {
    id: String, label: String, value: Number, text: String, min: Number, max: Number, step: { type: Number, default: 1 },
    hint: String, width: String, disabled: Boolean,
  },
  emits: ["edit"],
  data() {
    return { at: this.value, sent: this.value, timer: null };
  },
  watch: {
    value(given) {
      if (given !== this.sent) {
        this.at = given;
        this.sent = given;
      }
    },
  },
  methods: {
    moved() {
      if (!this.timer) this.timer = setTimeout(() => this.send(), 40);
    },
    send() {
      clearTimeout(this.timer);
      this.timer = null;
      if (this.at === this.sent) return;
      this.sent = this.at;
      this.$emit("edit", this.at);
    },
  },
};
