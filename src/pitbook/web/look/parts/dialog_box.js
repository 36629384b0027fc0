// A dialog of the browser: the rest of the page is out of reach while it is open, Escape closes it.
export default {
  template: `
    <dialog class="pb-dialog" :id="id" ref="box" :aria-labelledby="id + '-title'" @close="$emit('closed')" @cancel="$emit('closed')">
      <div class="body">
        <header><h2 :id="id + '-title'">{{ title }}</h2>
          <button type="button" class="pb-button small" @click="$refs.box.close()">Close</button></header>
        <slot></slot>
      </div>
    </dialog>`,
  props: { id: String, title: String, open: Boolean },
  emits: ["closed"],
  mounted() {
    if (this.open) this.$refs.box.showModal();
  },
  watch: {
    open(given) {
      const box = this.$refs.box;
      if (given && !box.open) box.showModal();
      if (!given && box.open) box.close();
    },
  },
};
