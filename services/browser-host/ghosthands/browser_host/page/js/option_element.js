// The shown option of that label, or null.

const combobox = resolve(task.css);
return combobox ? optionsShown(combobox).find((option) => words(option) === task.label) ?? null : null;
