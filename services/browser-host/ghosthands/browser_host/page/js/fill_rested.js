// Sets every native control of a frame in one go, leaves whatever has the focus, and reads all of them once the page had
// the time to take back what it was given: what could not be put in, and of the rest what it holds by then.

const put = JSON.parse(await acts.fill(task));
await acts.left();
const held = JSON.parse(await acts.rested_read(task));
return JSON.stringify(held.map((reading, index) => (put[index].code ? put[index] : reading)));
