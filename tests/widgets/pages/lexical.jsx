import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { OnChangePlugin } from "@lexical/react/LexicalOnChangePlugin";
import { PlainTextPlugin } from "@lexical/react/LexicalPlainTextPlugin";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { $getRoot } from "lexical";
import { show } from "./_form.jsx";

const raise = (error) => { throw error; };

function Editor({ id, label, Plugin, onChange }) {
  const say = (state) => state.read(() => onChange($getRoot().getTextContent().replace(/\n+/g, "\n")));
  return (
    <div>
      <p id={id}>{label}</p>
      <LexicalComposer initialConfig={{ namespace: id, onError: raise }}>
        <Plugin contentEditable={<ContentEditable ariaLabelledBy={id} />} ErrorBoundary={LexicalErrorBoundary}
          placeholder={<div>Write something…</div>} />
        <OnChangePlugin onChange={say} ignoreSelectionChange />
      </LexicalComposer>
    </div>
  );
}

show(({ hold }) => (
  <>
    <label>First name <input onChange={(event) => hold("name")(event.target.value)} /></label>
    <Editor id="why" label="Why us?" Plugin={RichTextPlugin} onChange={hold("why")} />
    <Editor id="about" label="About you" Plugin={PlainTextPlugin} onChange={hold("about")} />
  </>
));
