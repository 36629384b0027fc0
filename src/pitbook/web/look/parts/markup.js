// HTML that the program made, in an element of its own; it is set anew only when it changes.
export default {
  template: `<component :is="tag" :id="id" v-html="content"></component>`,
  props: { id: String, tag: { type: String, default: "div" }, content: String },
};
