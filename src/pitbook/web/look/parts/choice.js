// A labelled choice of one among several: the browser's own list.
export default {
  template: `
    <div class="pb-field" :class="{ bad: !!error }" :style="width ? { '--w': width } : null" :id="id">
      <label :for="id + '-in'">{{ label }} <span class="opt" v-if="optional">(optional)</span></label>
      <div class="pb-in">
        <select ref="box" :id="id + '-in'" v-model="chosen" :disabled="disabled" :aria-describedby="described"
          :aria-invalid="error ? 'true' : null" @change="$emit('edit', chosen)">
          <template v-for="each in grouped">
            <optgroup v-if="each.group" :label="each.group">
              <option v-for="one in each.options" :value="one.value">{{ one.label }}</option>
            </optgroup>
            <option v-else v-for="one in each.options" :value="one.value">{{ one.label }}</option>
          </template>
        </select>
      </div>
      <p class="hint" v-if="hint" :id="id + '-hint'">{{ hint }}</p>
      <p class="err" v-if="error" :id="id + '-err'">{{ error }}</p>
      <p class="remark" v-if="remark" :id="id + '-say'">{{ remark }}</p>
    </div>`,
  props: {
    id: String, label: String, value: String, options: Array, hint: String, error: String, remark: String, width: String,
    disabled: Boolean, optional: Boolean,
  },
  emits: ["edit"],
  data() {
    return { chosen: this.value };
  },
  computed: {
    described() {
      return [this.hint && this.id + "-hint", this.error && this.id + "-err", this.remark && this.id + "-say"].filter(Boolean).join(" ") || null;
    },
    grouped() {
      const found = [];
      for (const each of this.options) {
        const group = each.group || "";
        if (!found.length || found[found.length - 1].group !== group) found.push({ group, options: [] });
        found[found.length - 1].options.push(each);
      }
      return found;
    },
  },
  watch: {
    value(given) {
      this.chosen = given;
    },
  },
};
