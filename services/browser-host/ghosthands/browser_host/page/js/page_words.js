// What a document says of itself and shows, up to so many characters: its title, its address, its pictures, its words.

const NAMING = ["content", "alt", "aria-label"];
const naming = [...document.querySelectorAll(NAMING.map((name) => `[${name}]`).join())];
const called = naming.flatMap((el) => NAMING.map((name) => el.getAttribute(name) ?? ""));
return [document.title, location.href, ...called, document.body?.innerText ?? ""].join(" ").slice(0, task);
