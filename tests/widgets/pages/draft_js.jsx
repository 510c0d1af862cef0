import { useState } from "react";
import { Editor, EditorState } from "draft-js";
import { show } from "./_form.jsx";

function Essay({ hold }) {
  const [state, setState] = useState(() => EditorState.createEmpty());
  const change = (next) => {
    setState(next);
    hold("essay")(next.getCurrentContent().getPlainText());
  };
  return (
    <div>
      <p id="essay-label">Why us?</p>
      <Editor editorState={state} onChange={change} ariaLabelledBy="essay-label" />
    </div>
  );
}

show(({ held, hold }) => (
  <>
    <label>First name <input value={held.name ?? ""} onChange={(event) => hold("name")(event.target.value)} /></label>
    <Essay hold={hold} />
    <label>City <input value={held.city ?? ""} onChange={(event) => hold("city")(event.target.value)} /></label>
  </>
));
