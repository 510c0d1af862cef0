// Whether a text box takes texts one by one.

const box = resolve(task);
return Boolean(box && tagBoxOf(box));
