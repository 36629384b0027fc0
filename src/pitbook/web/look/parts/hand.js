// A hand of cards on the felt: a button that opens the picker, and that takes cards typed at the keyboard ("as kd 10h").
const SIGNS = { c: "♣\ufe0e", d: "♦\ufe0e", h: "♥\ufe0e", s: "♠\ufe0e" };

export default {
  template: `
    <div class="pb-hand" :class="{ bad: !!error, on: active }" :id="id">
      <span class="name" :id="id + '-name'">{{ label }} <span class="opt" v-if="note">{{ note }}</span></span>
      <button type="button" ref="box" class="slots" :aria-label="spoken" :aria-pressed="active ? 'true' : 'false'"
        :aria-describedby="error ? id + '-err' : null" @click="$emit('open')" @keydown="typed">
        <span v-for="(each, n) in faces" :key="n" class="pb-card" :class="each.kind" aria-hidden="true">
          <b>{{ each.rank }}</b><i>{{ each.sign }}</i>
        </span>
        <span v-for="n in empty" :key="'e' + n" class="pb-card empty" :class="{ maybe: faces.length + n > least }" aria-hidden="true"></span>
      </button>
      <p class="err" v-if="error" :id="id + '-err'">{{ error }}</p>
    </div>`,
  props: {
    id: String, label: String, whose: { type: String, default: "" }, note: String, value: { type: String, default: "" }, least: Number, most: Number,
    active: Boolean, error: String,
  },
  emits: ["open", "edit"],
  data() {
    return { rank: "", own: this.value, sent: [], settle: null };
  },
  computed: {
    cards() {
      return this.own.split(/[\s,]+/).filter(Boolean);
    },
    faces() {
      return this.cards.map((each) => {
        if (/^jk$/i.test(each)) return { rank: "Jk", sign: "★", kind: "joker" };
        const found = /^(10|[2-9tjqka])([cdhs])$/i.exec(each);
        if (!found) return { rank: each, sign: "?", kind: "wrong" };
        const rank = found[1].toUpperCase() === "T" ? "10" : found[1].toUpperCase();
        return { rank, sign: SIGNS[found[2].toLowerCase()], kind: found[2].toLowerCase() };
      });
    },
    empty() {
      return Math.max(0, this.most - this.cards.length);
    },
    spoken() {
      const held = this.cards.length ? this.cards.join(" ") : "no cards";
      const open = this.least - this.cards.length;
      return `${this.whose}${this.whose ? this.label.toLowerCase() : this.label}: ${held}${open > 0 ? `, ${open} to go` : ""}. Choose cards`;
    },
  },
  watch: {
    // An answer to an earlier key must not undo a later one: only the answer to the last is taken.
    value(given) {
      const at = this.sent.lastIndexOf(given);
      if (at >= 0) this.sent.splice(0, at + 1);
      if (!this.sent.length) this.own = given;
    },
  },
  methods: {
    typed(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "backspace" || key === "delete") {
        event.preventDefault();
        this.rank = "";
        this.put(key === "delete" ? [] : this.cards.slice(0, -1));
      } else if (this.rank === "j" && key === "k") {
        this.add("Jk");
      } else if ("cdhs".includes(key) && this.rank) {
        this.add((this.rank === "10" ? "T" : this.rank.toUpperCase()) + key);
      } else if (this.rank === "1" && key === "0") {
        this.rank = "10";
      } else if (/^[1-9tjqka]$/.test(key)) {
        this.rank = key;
      }
    },
    add(card) {
      this.rank = "";
      if (this.cards.length < this.most) this.put([...this.cards, card]);
    },
    put(cards) {
      this.own = cards.join(" ");
      this.sent.push(this.own);
      clearTimeout(this.settle);
      this.settle = setTimeout(() => { this.sent = []; this.own = this.value; }, 3000);
      this.$emit("edit", this.own);
    },
    focus() {
      this.$refs.box.focus();
    },
  },
};
