// The option of the country a number belongs to, or null.

const input = resolve(task.css);
const picker = input && phonePicker(input);
return picker ? dialOption(picker, task.digits)?.el ?? null : null;
