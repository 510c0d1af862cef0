// What the component around a control says that it holds; null where there is none that says so.

const el = resolve(task);
return el && hostValueOf(el);
