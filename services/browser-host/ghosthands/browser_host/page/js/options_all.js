// The labels of a list of which only a part is drawn at a time, in their order.

const combobox = resolve(task);
const labels = new Set();
if (combobox) {
  await scrollThrough(combobox, () => {
    optionsShown(combobox).forEach((option) => labels.add(optionWords(option)));
    return false;
  });
}
return [...labels];
