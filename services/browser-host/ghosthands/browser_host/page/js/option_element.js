// The option of that label, brought into view; or null.

const combobox = resolve(task.css);
const labelled = () => optionsShown(combobox).find((option) => optionWords(option) === task.label) ?? null;
if (combobox && !labelled()) await scrollThrough(combobox, () => labelled() !== null);
return combobox ? pressedFor(labelled()) : null;
