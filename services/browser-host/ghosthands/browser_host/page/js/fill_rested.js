// Leaves whatever has the focus, and reads all controls once the page had the time to take back what it was given: what
// could not be put in, and of the rest what it holds by then. What was seen of the page before that is forgotten.

document.activeElement?.blur?.();
const held = JSON.parse(await look.act("rested_read", task));
return JSON.stringify(held.map((reading, index) => (codes[index] ? { code: codes[index] } : reading)));
