// The rows of a PAR sheet; where payouts may be changed, each stands in a field of its row.
export default {
  template: `
    <div class="pb-wrap" tabindex="0" role="group" :aria-label="caption" :id="id">
      <table class="pb-table pb-pays">
        <caption>{{ caption }}<small v-if="note">{{ note }}</small></caption>
        <thead><tr><th scope="col">Outcome</th><th scope="col" class="r">Pays</th><th scope="col" class="r">Count</th>
          <th scope="col" class="r">Probability</th>
          <th scope="col" class="r">Contribution</th></tr></thead>
        <tbody>
          <template v-for="row in rows" :key="row.outcome">
          <tr :class="[row.mark, row.changed ? 'changed' : '']">
            <th scope="row">{{ row.hand }}<span v-if="row.changed" class="was">changed, printed {{ row.printed }}</span></th>
            <td class="r"><input v-if="row.editable" :aria-label="'Pays, ' + row.hand" v-model="texts[row.outcome]" :size="longest"
                :aria-invalid="row.fault ? 'true' : null" :aria-describedby="row.fault ? id + row.outcome : null"
                spellcheck="false" autocomplete="off" @input="typed(row.outcome)" @change="send(row.outcome)" />
              <template v-else>{{ row.pays }}</template></td>
            <td class="r">{{ row.count }}</td><td class="r">{{ row.probability }}<small>{{ row.one_in }}</small></td>
            <td class="r bar">{{ row.contribution }}<i v-if="row.bar" aria-hidden="true"
                :style="{ width: row.bar + '%' }"></i></td>
          </tr>
          <tr v-if="row.fault"><td colspan="5" class="err" role="alert" :id="id + row.outcome">✕ {{ row.fault }}</td></tr>
          </template>
        </tbody>
      </table>
    </div>`,
  props: { id: String, caption: String, note: String, rows: Array },
  emits: ["edit"],
  data() {
    const texts = Object.fromEntries(this.rows.map((row) => [row.outcome, row.pays]));
    return { texts, sent: { ...texts }, timer: null };
  },
  computed: {
    longest() {
      return Math.min(26, Math.max(9, ...this.rows.map((row) => (row.editable ? row.pays.length : 0))));
    },
  },
  watch: {
    rows(given) {
      for (const row of given) {
        if (row.pays !== this.sent[row.outcome]) {
          this.texts[row.outcome] = row.pays;
          this.sent[row.outcome] = row.pays;
        }
      }
    },
  },
  methods: {
    typed(outcome) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send(outcome), 40);
    },
    send(outcome) {
      clearTimeout(this.timer);
      if (this.texts[outcome] === this.sent[outcome]) return;
      this.sent[outcome] = this.texts[outcome];
      this.$emit("edit", outcome, this.texts[outcome]);
    },
  },
};
