// Where the top document stands.
() => {
  const path = (element) => {
    const steps = [];
    for (let node = element; node && node.nodeType === 1; node = node.parentNode) {
      const twins = node.parentNode ? [...node.parentNode.children].filter((one) => one.localName === node.localName) : [];
      steps.unshift(`*[local-name()='${node.localName}'][${twins.indexOf(node) + 1}]`);
    }
    return "/" + steps.join("/");
  };
  const focused = document.activeElement;
  return {
    url: location.href,
    title: document.title,
    x: scrollX,
    y: scrollY,
    focus: focused && focused !== document.body && focused !== document.documentElement ? path(focused) : "",
  };
}
