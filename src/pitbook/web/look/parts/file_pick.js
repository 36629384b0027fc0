// A labelled choice of a file, also by dropping it; its text is read here and one too large is refused before it is sent.
export default {
  template: `
    <div class="pb-field" :class="{ bad: !!(refused || error) }" :id="id">
      <label :for="id + '-in'">{{ label }} <span class="opt" v-if="optional">(optional)</span></label>
      <div class="pb-drop" :class="{ over }" @dragover.prevent="over = true" @dragleave="over = false" @drop.prevent="dropped">
        <input type="file" :id="id + '-in'" :accept="accept" :aria-describedby="described" @change="picked" />
        <p class="hint" :id="id + '-hint'">{{ hint }} {{ name ? "Read: " + name + "." : "" }}</p>
      </div>
      <p class="err" role="alert" v-if="refused || error" :id="id + '-err'">{{ refused || error }}</p>
    </div>`,
  props: { id: String, label: String, accept: String, limit: Number, hint: { type: String, default: "" }, error: String, optional: Boolean },
  emits: ["picked"],
  data() {
    return { over: false, refused: "", name: "" };
  },
  computed: {
    described() {
      return this.id + "-hint" + (this.refused || this.error ? " " + this.id + "-err" : "");
    },
  },
  methods: {
    dropped(event) {
      this.over = false;
      this.take(event.dataTransfer.files[0]);
    },
    picked(event) {
      this.take(event.target.files[0]);
      event.target.value = "";
    },
    async take(file) {
      if (!file) return;
      this.refused = "";
      if (file.size > this.limit) {
        this.refused = `${file.name}: ${file.size.toLocaleString("en-US")} bytes; allowed are up to ${this.limit.toLocaleString("en-US")}`;
        return;
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      let text;
      try {
        text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      } catch {
        this.refused = `${file.name}: not UTF-8 text`;
        return;
      }
      this.name = file.name;
      this.$emit("picked", file.name, text);
    },
  },
};
