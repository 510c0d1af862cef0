// The element at a locator, or null.

return resolve(task);
