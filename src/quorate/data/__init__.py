"""Who was judged on what, by whom and how: one record, whatever it was read from.

`judgments` holds the record; `from_history` reads it from a study, with everything that belongs to it as evidence;
`past` is what people judged elsewhere, with names.
"""
