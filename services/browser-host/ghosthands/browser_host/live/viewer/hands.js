// Mouse and keyboard over the picture, as messages. A hidden text box has the keyboard, so that input methods and
// pasting work as anywhere: what they compose goes over as text.
const BUTTONS = ["left", "middle", "right"];
const NAMED = /^(Backspace|Tab|Enter|Shift|Control|Alt|Escape|Page(Up|Down)|End|Home|Arrow(Left|Up|Right|Down)|Insert|Delete)$/;
const MAX_TEXT = 20000;

export class Hands {
  constructor(screen, keys, say) {
    this.screen = screen;
    this.keys = keys;
    this.say = say;
    this.moved = null;
    screen.addEventListener("pointermove", (event) => this.move(event));
    screen.addEventListener("pointerdown", (event) => this.press(event));
    screen.addEventListener("pointerup", (event) => this.button(event, "up"));
    screen.addEventListener("contextmenu", (event) => event.preventDefault());
    screen.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    screen.addEventListener("focus", () => this.focus());
    screen.addEventListener("listclosed", () => this.focus());
    keys.addEventListener("keydown", (event) => this.key(event, "down"));
    keys.addEventListener("keyup", (event) => this.key(event, "up"));
    keys.addEventListener("paste", (event) => this.paste(event));
    keys.addEventListener("compositionend", (event) => this.text(event.data));
    keys.addEventListener("input", (event) => {
      if (!event.isComposing && event.inputType === "insertText") this.text(event.data);
      if (!event.isComposing) keys.value = "";
    });
  }

  focus() {
    this.keys.focus({ preventScroll: true });
  }

  place(event) {
    const box = this.screen.getBoundingClientRect();
    const within = (at) => Math.min(1, Math.max(0, at));
    return { x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) };
  }

  move(event) {
    const first = this.moved === null;
    this.moved = { type: "mouse", action: "move", ...this.place(event), modifiers: modifiers(event) };
    if (event.buttons) this.moved.button = event.buttons & 1 ? "left" : event.buttons & 2 ? "right" : "middle";
    if (first) requestAnimationFrame(() => this.flush());
  }

  flush() {
    if (this.moved) this.say(this.moved);
    this.moved = null;
  }

  press(event) {
    event.preventDefault();
    this.focus();
    this.screen.setPointerCapture(event.pointerId);
    const near = this.last && event.timeStamp - this.last.at < 500 && Math.hypot(event.clientX - this.last.x, event.clientY - this.last.y) < 6;
    this.clicks = near ? (this.clicks % 3) + 1 : 1;
    this.last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    this.button(event, "down");
  }

  button(event, action) {
    const button = BUTTONS[event.button];
    if (!button) return;
    this.flush();
    this.say({ type: "mouse", action, ...this.place(event), button, clicks: this.clicks ?? 1, modifiers: modifiers(event) });
  }

  wheel(event) {
    event.preventDefault();
    const step = [1, 40, 800][event.deltaMode];
    const within = (delta) => Math.min(5000, Math.max(-5000, delta * step));
    this.say({ type: "wheel", ...this.place(event), dx: within(event.deltaX), dy: within(event.deltaY), modifiers: modifiers(event) });
  }

  key(event, action) {
    const pasting = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
    if (event.isComposing || pasting || !(NAMED.test(event.key) || [...event.key].length === 1)) return;
    event.preventDefault();
    const code = /^[A-Za-z0-9]*$/.test(event.code) ? event.code : "";
    this.say({ type: "key", action, key: event.key, code, modifiers: modifiers(event) });
  }

  paste(event) {
    event.preventDefault();
    this.text(event.clipboardData.getData("text/plain"));
  }

  text(text) {
    for (let at = 0; at < (text ?? "").length; at += MAX_TEXT) this.say({ type: "text", text: text.slice(at, at + MAX_TEXT) });
    this.keys.value = "";
  }
}

// CDP's bits; AltGr writes letters, and is no shortcut. A Mac's command key stands for Ctrl.
function modifiers(event) {
  if (event.getModifierState?.("AltGraph")) return event.shiftKey ? 8 : 0;
  return (event.altKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? 2 : 0) | (event.shiftKey ? 8 : 0);
}
