// What a seat has placed: a stake for each wager, what was paid on it, void wagers, fold or play, a color.
// A field with a text of its own, so that an answer to one field does not undo what is being typed in another.
const Typed = {
  template: `<input v-model="text" autocomplete="off" @change="send" />`,
  props: { value: { type: String, default: "" } },
  emits: ["said"],
  data() {
    return { text: this.value, sent: this.value };
  },
  watch: {
    value(given) {
      if (given !== this.sent) this.text = given;
      this.sent = given;
    },
  },
  methods: {
    send() {
      this.text = this.text.trim();
      if (this.text === this.sent) return;
      this.sent = this.text;
      this.$emit("said", this.text);
    },
  },
};

export default {
  components: { Typed },
  template: `
    <div class="pb-stakes" :id="id" role="group" :aria-label="label">
      <div class="do" v-if="folds || colors.length">
        <div class="set" role="group" :aria-label="label + ': fold or play'" v-if="folds">
          <button v-if="play" type="button" :aria-pressed="plays ? 'true' : 'false'" @click="$emit('play', !plays)">Play</button>
          <button type="button" :aria-pressed="fold ? 'true' : 'false'" @click="$emit('fold', !fold)">{{ fold ? "Folded" : "Fold" }}</button>
        </div>
        <div class="set" role="group" :aria-label="label + ': color named'" v-if="colors.length">
          <button v-for="each in colors" :key="each" type="button" :aria-pressed="color === each ? 'true' : 'false'"
            @click="$emit('color', color === each ? '' : each)">{{ each[0].toUpperCase() + each.slice(1) }}</button>
        </div>
        <p class="err" v-if="error">{{ error }}</p>
      </div>
      <div class="row" v-for="each in rows" :key="each.id" :class="[each.tone, { bad: !!each.error, void: each.void }]">
        <label v-if="!each.stakeless" :for="id + '-' + each.id">{{ each.name }}</label>
        <span v-else class="due">{{ each.name }}</span>
        <span v-if="!each.stakeless" class="pb-in num"><span aria-hidden="true">$</span>
          <Typed :id="id + '-' + each.id" :name="each.id" inputmode="decimal" maxlength="40" :value="each.stake"
            :aria-describedby="about(each)" :aria-invalid="each.error ? 'true' : null" @said="$emit('stake', each.id, $event)" /></span>
        <span class="pb-in num paid" v-if="paid"><span aria-hidden="true">$</span>
          <Typed :aria-label="each.name + ', paid'" inputmode="decimal" maxlength="40" placeholder="paid"
            :value="each.paid" @said="$emit('paid', each.id, $event)" /></span>
        <button v-if="voids && each.stake" type="button" class="tiny" :aria-pressed="each.void ? 'true' : 'false'"
          :aria-label="each.name + ' void'" @click="$emit('void', each.id, !each.void)">void</button>
        <span class="got" :id="id + '-' + each.id + '-got'">{{ each.result }}</span>
        <p class="hint" v-if="each.note">{{ each.note }}</p>
        <p class="err" v-if="each.error" :id="id + '-' + each.id + '-err'">{{ each.error }}</p>
      </div>
      <div class="row player">
        <label :for="id + '-who'">Player</label>
        <span class="pb-in"><Typed :id="id + '-who'" maxlength="80" :value="player" placeholder="who sits here"
          @said="$emit('player', $event)" /></span>
      </div>
    </div>`,
  props: {
    id: String, label: String, rows: Array, folds: Boolean, fold: Boolean, play: Boolean, plays: Boolean,
    colors: { type: Array, default: () => [] }, color: String, player: String, paid: Boolean, voids: Boolean, error: String,
  },
  emits: ["stake", "paid", "void", "fold", "play", "color", "player"],
  methods: {
    about(each) {
      const parts = [each.error && `${this.id}-${each.id}-err`, each.result && `${this.id}-${each.id}-got`].filter(Boolean);
      return parts.join(" ") || null;
    },
  },
};
