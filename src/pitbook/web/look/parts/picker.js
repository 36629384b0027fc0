// The cards of the deck to pick from, for the hand that is open. Arrows move, letters find a card, Escape closes.
const RANKS = "AKQJT98765432";
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "deuce" };
const SUITS = [["s", "spades", "♠\ufe0e"], ["h", "hearts", "♥\ufe0e"], ["d", "diamonds", "♦\ufe0e"], ["c", "clubs", "♣\ufe0e"]];

export default {
  template: `
    <section v-show="open" class="pb-picker pb-noprint" :id="id" role="group" :aria-label="'Cards for ' + label" @keydown="key">
      <header>
        <p class="what" role="status" aria-live="polite"><b>{{ label }}</b> {{ said }}</p>
        <label class="type"><span class="pb-hide">Type the cards of {{ label }}</span>
          <input ref="text" v-model="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="or type: As Kd 10h"
            maxlength="200" @change="send" @keydown.enter.prevent="send" @keydown.stop="leave" /></label>
        <span class="acts">
          <button type="button" class="pb-button small" @click="put(cards.slice(0, -1))">Undo card</button>
          <button type="button" class="pb-button small" @click="put([])">Clear</button>
          <button type="button" class="pb-button small" v-if="next" @click="$emit('next')">Next hand</button>
          <button type="button" class="pb-button small" @click="$emit('done')">Done</button>
        </span>
      </header>
      <div class="grid" ref="grid">
        <div class="suit" v-for="(row, r) in rows" :key="r" :class="row.suit">
          <button v-for="(each, c) in row.cards" :key="each.card" type="button" class="pick" :class="row.suit"
            :data-r="r" :data-c="c" :tabindex="r === at[0] && c === at[1] ? 0 : -1" :aria-label="each.name"
            :aria-pressed="each.mine ? 'true' : 'false'" :aria-disabled="each.gone ? 'true' : null"
            @focus="at = [r, c]" @click="pick(each)"><b>{{ each.rank }}</b><i aria-hidden="true">{{ row.sign }}</i></button>
        </div>
        <button v-if="joker" type="button" class="pick joker" data-r="0" data-c="13" :tabindex="at[1] === 13 ? 0 : -1" aria-label="joker"
          :aria-pressed="isMine('Jk') ? 'true' : 'false'" :aria-disabled="isGone('Jk') ? 'true' : null" @focus="at = [0, 13]"
          @click="pick({ card: 'Jk', mine: isMine('Jk'), gone: isGone('Jk') })"><b>Jk</b><i aria-hidden="true">★</i></button>
      </div>
    </section>`,
  props: {
    id: String, open: Boolean, label: { type: String, default: "" }, value: { type: String, default: "" }, least: Number, most: Number,
    used: { type: Object, default: () => ({}) }, copies: { type: Number, default: 1 }, joker: Boolean, only: Array, next: Boolean,
    four: Boolean, turn: { type: Number, default: 0 },
  },
  emits: ["edit", "done", "next"],
  data() {
    return { at: [0, 0], text: "", own: this.value, rank: "", sent: [], settle: null };
  },
  computed: {
    cards() {
      return this.own.split(/[\s,]+/).filter(Boolean);
    },
    rows() {
      return SUITS.map(([suit, name, sign]) => ({
        suit, sign,
        cards: [...RANKS].map((rank) => ({
          card: rank + suit, rank: rank === "T" ? "10" : rank, name: `${RANK_NAMES[rank]} of ${name}`,
          mine: this.isMine(rank + suit), gone: this.isGone(rank + suit),
        })),
      }));
    },
    said() {
      const open = this.least - this.cards.length;
      const count = this.least === this.most ? `${this.cards.length} of ${this.most}` : `${this.cards.length} of ${this.least} or ${this.most}`;
      return open > 0 ? count : `${count}: complete`;
    },
  },
  watch: {
    // An answer to an earlier card must not undo a later one: only the answer to the last is taken.
    value(given) {
      const at = this.sent.lastIndexOf(given);
      if (at >= 0) this.sent.splice(0, at + 1);
      if (this.sent.length) return;
      this.own = given;
      this.text = given;
    },
    turn() {
      this.sent = [];
      clearTimeout(this.settle);
      this.own = this.value;
      this.text = this.value;
      this.rank = "";
      if (this.open) this.$nextTick(() => { this.focus(); this.clear(); });
    },
  },
  methods: {
    isMine(card) {
      return this.cards.includes(card);
    },
    isGone(card) {
      if (this.only && !this.only.includes(card)) return true;
      const mine = this.cards.filter((each) => each === card).length;
      if (mine && this.copies === 1) return false;
      return (this.used[card] || 0) + mine >= this.copies;
    },
    pick(each) {
      if (each.mine && (this.copies === 1 || this.cards.length >= this.most)) {
        const left = [...this.cards];
        left.splice(left.indexOf(each.card), 1);
        this.put(left);
      } else if (!each.gone && this.cards.length < this.most) {
        this.put([...this.cards, each.card]);
      }
    },
    put(cards) {
      this.own = cards.join(" ");
      this.text = this.own;
      this.sent.push(this.own);
      clearTimeout(this.settle);
      this.settle = setTimeout(() => { this.sent = []; this.own = this.text = this.value; }, 3000);
      this.$emit("edit", this.own);
    },
    send() {
      if (this.text.trim() === this.own) return;
      this.own = this.text.trim();
      this.$emit("edit", this.own);
    },
    leave(event) {
      if (event.key === "Escape") this.$emit("done");
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      const [r, c] = this.at;
      const moves = { arrowright: [0, 1], arrowleft: [0, -1], arrowdown: [1, 0], arrowup: [-1, 0] };
      if (key === "escape") {
        this.$emit("done");
      } else if (moves[key]) {
        event.preventDefault();
        const last = this.joker && r === 0 ? 13 : 12;
        this.go(Math.min(3, Math.max(0, r + moves[key][0])), Math.min(last, Math.max(0, c + moves[key][1])));
      } else if (key === "home" || key === "end") {
        event.preventDefault();
        this.go(r, key === "home" ? 0 : 12);
      } else if (key === "backspace") {
        event.preventDefault();
        this.put(this.cards.slice(0, -1));
      } else if (this.rank && "cdhs".includes(key)) {
        this.found(this.rank.toUpperCase() + key);
      } else if (this.rank === "j" && key === "k" && this.joker) {
        this.found("Jk");
      } else if (/^[02-9tjqka]$/.test(key)) {
        this.rank = key === "0" ? "t" : key;
      }
    },
    found(card) {
      this.rank = "";
      this.pick({ card, mine: this.isMine(card), gone: this.isGone(card) });
    },
    go(r, c) {
      this.at = [c === 13 ? 0 : r, c];
      this.focus();
    },
    focus() {
      const [r, c] = this.at;
      const wanted = this.$refs.grid.querySelector(`[data-r="${r}"][data-c="${c}"]`);
      if (wanted) wanted.focus({ preventScroll: true });
    },
    // Where the picker lies over the hand it serves, the page moves up.
    clear() {
      const hand = document.querySelector(".pb-hand.on");
      if (!hand) return;
      const below = hand.getBoundingClientRect().bottom - this.$el.getBoundingClientRect().top + 12;
      if (below > 0) window.scrollBy({ top: below, behavior: "auto" });
    },
  },
};
