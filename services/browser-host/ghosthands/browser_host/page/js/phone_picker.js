// What opens the list of countries of a phone number, or null.

const input = resolve(task);
return input && phonePicker(input);
