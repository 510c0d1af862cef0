// Whether a text box takes texts one by one.

return Boolean(rules.drawn.tag_box && resolve(task)?.closest(rules.drawn.tag_box));
