// Whether a combobox, open now, takes more than one answer.

const combobox = resolve(task);
return combobox !== null && takesSeveral(combobox);
