// What every React page has: a form whose state is what its widgets told it, and a button that paints it anew.
import { createElement, useReducer, useState } from "react";
import { createRoot } from "react-dom/client";

export * from "./_lists.js";

export const fitting = (all, text) => all.filter((each) => each.toLowerCase().includes(text.toLowerCase()));
export const later = (value) => new Promise((resolve) => setTimeout(() => resolve(value), 150));

// `Fields` gets the state and a function that makes a handler for one of its keys.
export function show(Fields) {
  function Form() {
    const [held, setHeld] = useState({});
    const [round, paint] = useReducer((count) => count + 1, 0);
    window.held = held;
    window.paint = paint;
    const hold = (key) => (value) => setHeld((before) => ({ ...before, [key]: value }));
    return (
      <form
        data-round={round}
        onSubmit={(event) => event.preventDefault()}
        style={{ width: 500, font: "14px sans-serif" }}
      >
        {createElement(Fields, { held, hold })}
        <button type="submit">Submit application</button>
      </form>
    );
  }
  createRoot(document.getElementById("root")).render(<Form />);
}
