// Whether the application was told of what a control shows, where React or Vue draws it, or a custom element holds it.
// What a node remembers of its own fiber may be the one before last; the tree that was painted is found from its root.

const HOST = 5;
const CONTEXT = 10;
const above = new Map();

function rootFiberOf(el) {
  for (let box = el; box; box = parentOf(box)) {
    const key = Object.keys(box).find((name) => name.startsWith("__reactContainer$"));
    if (key) return box[key].stateNode?.current ?? null;
  }
  return null;
}

// Every fiber below the root by what is above it, and every element by its fiber; walked once.
function treeOf(root) {
  if (!above.has(root)) {
    const tree = { parents: new Map(), fibers: new Map() };
    const left = [root];
    while (left.length) {
      const fiber = left.pop();
      if (fiber.tag === HOST) tree.fibers.set(fiber.stateNode, fiber);
      for (let child = fiber.child; child; child = child.sibling) {
        tree.parents.set(child, fiber);
        left.push(child);
      }
    }
    above.set(root, tree);
  }
  return above.get(root);
}

// What is given a value, and says when it is another one; what is also told of the text as it is typed may go by that.
const isKept = ({ tag, memoizedProps: props }) =>
  tag !== CONTEXT && tag !== HOST && typeof props?.onChange === "function" && props.value !== undefined;
const goesByText = ({ inputValue, onInputChange }) => typeof inputValue === "string" && Boolean(onInputChange);

// The outermost component that is given a value and draws nothing but this control; null where there is none.
function componentOf(el) {
  const root = rootFiberOf(el);
  const tree = root && treeOf(root);
  let kept = null;
  for (let fiber = tree?.fibers.get(el); fiber; fiber = tree.parents.get(fiber)) {
    if (fiber.tag === HOST && askingIn(fiber.stateNode).some((each) => each !== el)) break;
    if (isKept(fiber)) kept = fiber;
  }
  return kept;
}

const isNothing = (value) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

function isUntold(el) {
  const props = componentOf(el)?.memoizedProps;
  const isSearch = props?.value === "" && el.value === ""; // what is typed, not what is chosen
  return Boolean(props) && !isSearch && !goesByText(props) && isNothing(props.value);
}

// What the nearest component with a value says that it holds; null where there is none, or not around this control alone.
function hostValueOf(el) {
  for (let box = el.parentElement; box; box = box.parentElement) {
    if (!box.localName.includes("-") || typeof box.value !== "string") continue;
    return askingIn(box).every((each) => each === el) ? box.value : null;
  }
  return null;
}

const appOf = (el) => {
  for (let box = el; box; box = parentOf(box)) if (box._vnode?.component && "__vue_app__" in box) return box._vnode;
  return null;
};

// What is told by `v-model`, below that node; it answers for what its only element holds.
function* modelsIn(node) {
  const { component } = node;
  if (component && "modelValue" in component.props && node.props?.["onUpdate:modelValue"]) yield node;
  const below = component?.subTree ?? node.suspense?.activeBranch ?? node.children;
  for (const each of [below].flat()) if (each && typeof each === "object") yield* modelsIn(each);
}

// The same of Vue: the outermost component around this control alone that is given a value, and says when it is another.
// One that also tells of the text as it is typed may go by that.
function isUntoldByVue(el) {
  const app = appOf(el);
  const isAround = ({ el: box }) => box instanceof Element && box.contains(el) && askingIn(box).every((one) => one === el);
  const model = app && [...modelsIn(app)].find(({ el: box }) => box === el || isAround({ el: box }));
  return Boolean(model) && !("onUpdate:search" in model.props) && isNothing(model.component.props.modelValue ?? null);
}
