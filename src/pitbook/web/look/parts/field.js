// A labelled text field: its own text while it is typed in, sent at a pause or when it is left.
export default {
  template: `
    <div class="pb-field" :class="{ bad: !!error }" :style="width ? { '--w': width } : null" :id="id">
      <label :for="id + '-in'">{{ label }} <span class="opt" v-if="optional">(optional)</span></label>
      <div class="pb-in" :class="kind">
        <span v-if="before" aria-hidden="true">{{ before }}</span>
        <textarea v-if="lines" ref="box" :id="id + '-in'" v-model="text" :rows="lines" :disabled="disabled"
          :aria-describedby="described" :aria-invalid="error ? 'true' : null" spellcheck="false"
          :placeholder="placeholder" @input="typed" @change="send" @focus="focused = true" @blur="focused = false"></textarea>
        <input v-else ref="box" :id="id + '-in'" :type="type" v-model="text" :disabled="disabled" :required="required"
          :aria-describedby="described" :aria-invalid="error ? 'true' : null" :inputmode="inputmode" :autocomplete="autocomplete"
          :placeholder="placeholder" :list="suggestions.length ? id + '-list' : null" spellcheck="false"
          @input="typed" @change="send" @keydown.enter="enter" @focus="focused = true" @blur="focused = false" />
        <span v-if="after" class="after" aria-hidden="true">{{ after }}</span>
        <datalist v-if="suggestions.length" :id="id + '-list'"><option v-for="each in suggestions" :value="each"></option></datalist>
      </div>
      <p class="hint" v-if="hint" :id="id + '-hint'">{{ hint }}</p>
      <p class="err" v-if="error" :id="id + '-err'">{{ error }}</p>
      <p class="remark" v-if="remark" :id="id + '-say'">{{ remark }}</p>
    </div>`,
  props: {
    id: String, label: String, value: { type: String, default: "" }, type: { type: String, default: "text" },
    hint: String, error: String, remark: String, inputmode: String, autocomplete: { type: String, default: "off" }, placeholder: String,
    before: String, after: String, kind: String, lines: Number, width: String, pause: Number,
    disabled: Boolean, required: Boolean, optional: Boolean, suggestions: { type: Array, default: () => [] },
  },
  emits: ["edit", "enter"],
  data() {
    return { text: this.value, sent: this.value, timer: null, focused: false };
  },
  computed: {
    described() {
      return [this.hint && this.id + "-hint", this.error && this.id + "-err", this.remark && this.id + "-say"].filter(Boolean).join(" ") || null;
    },
  },
  watch: {
    value(given) {
      if (given !== this.sent) {
        this.text = given;
        this.sent = given;
      }
    },
  },
  methods: {
    typed() {
      if (this.pause === undefined || this.pause === null) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send(), this.pause);
    },
    send() {
      clearTimeout(this.timer);
      if (this.text === this.sent) return;
      this.sent = this.text;
      this.$emit("edit", this.text);
    },
    enter() {
      this.send();
      this.$emit("enter", this.text);
    },
    put(given) {
      this.text = given;
      this.sent = given;
    },
    focus() {
      this.$refs.box.focus();
    },
  },
};
