// Leaves whatever has the focus, and waits for the page to paint what that caused; a page out of sight paints nothing.

document.activeElement?.blur?.();
const frame = () => Promise.race([new Promise(requestAnimationFrame), new Promise((resume) => setTimeout(resume, 60))]);
await frame();
await frame();
return null;
