// What a human at the browser is asked, over the page, until they press "Done". It runs in a world of its own and in a
// closed shadow root, so the page's scripts cannot read it, and only a real press counts.
(text, name) => {
  document.querySelector(`[data-${name}]`)?.remove();
  const host = document.createElement("div");
  host.setAttribute(`data-${name}`, "");
  host.style.cssText = "all: initial; position: fixed; inset: auto 16px 16px auto; z-index: 2147483647;";
  const root = host.attachShadow({ mode: "closed" });
  const style = new CSSStyleSheet(); // which no page's policy forbids
  style.replaceSync(`
    :host { color-scheme: light dark; }
    div { max-width: 380px; padding: 16px; border-radius: 12px; font: 14px/1.5 system-ui, sans-serif;
      background: #1c1f28; color: #f2f3f8; border: 1px solid #3a3f4e; box-shadow: 0 12px 40px rgb(0 0 0 / 40%); }
    strong { display: block; margin-bottom: 4px; color: #a9b2ff; }
    p { margin: 0 0 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
    button { font: inherit; font-weight: 600; padding: 6px 16px; border: 0; border-radius: 8px; cursor: pointer;
      background: #5b6cf0; color: #fff; }
    button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }`);
  root.adoptedStyleSheets = [style];
  const box = document.createElement("div");
  box.setAttribute("role", "alertdialog");
  const [head, words, done] = ["strong", "p", "button"].map((tag) => document.createElement(tag));
  head.textContent = "GhostHands asks you";
  words.textContent = text;
  done.type = "button";
  done.textContent = "Done";
  box.append(head, words, done);
  root.append(box);
  document.documentElement.append(host);
  return new Promise((resolve) => {
    done.addEventListener("click", (event) => event.isTrusted && resolve("done"));
  });
}
