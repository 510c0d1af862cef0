// The labels a select can be set to now.

const list = resolve(task);
return list ? optionsOf(list, list.type).filter((option) => !option.placeholder).map(({ label }) => label) : [];
