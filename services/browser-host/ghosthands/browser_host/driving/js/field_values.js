// What the fields of this document and its open shadow roots hold, in their order. Those that no user ever fills, as for
// tokens and the answers of captchas, are left out: pages write them anew whenever they like.
() => {
  const found = [];
  const isNobodys = (element) => element.type === "hidden" || getComputedStyle(element).display === "none";
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.isContentEditable && !element.parentElement?.isContentEditable) found.push(element.innerText);
      else if (element.type === "checkbox" || element.type === "radio") found.push(element.checked);
      else if (element.type === "file") found.push([...element.files].map((file) => file.name + file.size));
      else if (element.localName === "select") found.push([...element.selectedOptions].map((option) => option.value));
      else if (element.matches("input, textarea") && !isNobodys(element)) found.push(element.value);
    }
  };
  walk(document);
  return found;
}
