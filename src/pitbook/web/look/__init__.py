"""The look of the pages: the theme, the labelled parts, charts, the frame."""
