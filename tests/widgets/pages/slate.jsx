import { useState } from "react";
import { createEditor, Node } from "slate";
import { Editable, Slate, withReact } from "slate-react";
import { show } from "./_form.jsx";

const EMPTY = [{ type: "paragraph", children: [{ text: "" }] }];

function Essay({ hold }) {
  const [editor] = useState(() => withReact(createEditor()));
  const tell = (value) => hold("essay")(value.map((node) => Node.string(node)).join("\n"));
  return (
    <div>
      <p id="essay-label">Why us?</p>
      <Slate editor={editor} initialValue={EMPTY} onChange={tell}>
        <Editable role="textbox" aria-labelledby="essay-label" placeholder="Tell us in your own words" />
      </Slate>
    </div>
  );
}

show(({ held, hold }) => (
  <>
    <label>First name <input value={held.name ?? ""} onChange={(event) => hold("name")(event.target.value)} /></label>
    <Essay hold={hold} />
  </>
));
