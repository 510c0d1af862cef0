// Making elements, and options a widget was given as templates.

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
  node.append(...children);
  return node;
}

export const given = (root) =>
  [...root.querySelectorAll("template")].map((each) => [each.dataset.value, each.content.textContent]);

export const pick = (node, value) => node.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: value }));
