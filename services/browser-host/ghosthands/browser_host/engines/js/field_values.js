// What the fields of this document and its open shadow roots hold, in their order.
() => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.isContentEditable && !element.parentElement?.isContentEditable) found.push(element.innerText);
      else if (element.type === "checkbox" || element.type === "radio") found.push(element.checked);
      else if (element.type === "file") found.push([...element.files].map((file) => file.name + file.size));
      else if (element.localName === "select") found.push([...element.selectedOptions].map((option) => option.value));
      else if (element.localName === "input" || element.localName === "textarea") found.push(element.value);
    }
  };
  walk(document);
  return found;
}
