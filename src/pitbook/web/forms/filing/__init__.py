"""A Rules Submission as a form. The values of its file, in fields that the rulebook gives, each with its place.

``values`` reads and changes what stands in the fields, ``edits`` adds and takes out games, wagers and links, ``fields`` lists the
fields, ``check`` reads and checks the values and says what belongs to which field.
"""
