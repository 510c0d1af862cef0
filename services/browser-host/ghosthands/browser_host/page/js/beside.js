// Presses beside the controls while something that was not there at first is still open: that is how a person leaves what
// a control opened, and when it takes back what was written and not chosen in it. It goes to the form, so that a dialog
// around that stays as it is.

const forms = new Set(isSomethingOpen() ? task.flatMap(({ css }) => (css ? resolve(css) ?? [] : [])).map(formOf).filter(Boolean) : []);
for (const form of forms) {
  for (const [type, Kind] of [["pointerdown", PointerEvent], ["mousedown", MouseEvent], ["pointerup", PointerEvent], ["mouseup", MouseEvent]]) {
    fire(form, type, Kind, { cancelable: true, button: 0 });
  }
}
clippers.clear();
