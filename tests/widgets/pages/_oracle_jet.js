// What every Oracle JET page has: its modules, loaded as its applications load them, and a form that knockout binds.
const packages = new URL("/packages/", location.href).href;
const jet = `${packages}@oracle/oraclejet/dist/`;
//: of this machine, behind a time
const ZONE = /(?<=T[\d:]+)(?:Z|[+-]\d\d:\d\d)$/;
const at = (path) => packages + path;

// The state is what the template binds as `held.…`. A picker of files tells `take`, which shows the name: it shows none.
export async function show(modules, template, makeMore = () => ({})) {
  const styles = [`${jet}css/redwood/oj-redwood-notag-min.css`, at("@oracle/oraclejet-preact/amd/Theme-redwood/theme.css")];
  await Promise.all([...styles.map(addStyles), addScript(at("requirejs/require.js"))]);
  window.requirejs.config({
    waitSeconds: 120,
    paths: {
      ojs: `${jet}js/libs/oj/min`,
      ojL10n: `${jet}js/libs/oj/ojL10n`,
      ojtranslations: `${jet}js/libs/oj/resources`,
      "oj-c": at("@oracle/oraclejet-core-pack/oj-c/min"),
      "@oracle/oraclejet-preact": at("@oracle/oraclejet-preact/amd"),
      knockout: at("knockout/build/output/knockout-latest"),
      jquery: at("@oracle/oraclejet/node_modules/jquery/dist/jquery.min"),
      "jqueryui-amd": `${jet}js/libs/jquery/jqueryui-amd-1.14.2.min`,
      text: at("requirejs-text/text"),
      hammerjs: at("hammerjs/hammer.min"),
      signals: at("signals/dist/signals.min"),
      ojdnd: `${jet}js/libs/dnd-polyfill/dnd-polyfill-1.0.2.min`,
      css: at("require-css/css.min"),
      touchr: `${jet}js/libs/touchr/touchr`,
      preact: at("@oracle/oraclejet/node_modules/preact/dist/preact.umd"),
      "preact/hooks": at("@oracle/oraclejet/node_modules/preact/hooks/dist/hooks.umd"),
      "preact/compat": at("@oracle/oraclejet/node_modules/preact/compat/dist/compat.umd"),
      "preact/jsx-runtime": at("@oracle/oraclejet/node_modules/preact/jsx-runtime/dist/jsxRuntime.umd"),
    },
  });
  const needed = ["knockout", "ojs/ojbootstrap", "ojs/ojarraydataprovider", "ojs/ojcontext", "ojs/ojknockout", ...modules];
  window.require(needed, (knockout, bootstrap, ArrayDataProvider, Context) => {
    bootstrap.whenDocumentReady().then(() => {
      const held = { resume: knockout.observable() };
      for (const [, key] of template.matchAll(/\{\{held\.(\w+)\}\}/g)) held[key] = knockout.observable();
      const listed = (all) => new ArrayDataProvider(all.map((each) => ({ value: each, label: each })), { keyAttributes: "value" });
      const root = document.getElementById("root");
      root.innerHTML = `<form>${template}<button type="submit">Submit application</button></form>`;
      root.firstChild.addEventListener("submit", (event) => event.preventDefault());
      window.paint = () => {};
      const take = ({ detail: { files } }) => {
        held.resume(`${files[0].name}:${files[0].size}`);
        document.getElementById("taken").textContent = files[0].name;
      };
      knockout.applyBindings({ held, take, ...makeMore(listed) }, root);
      const told = (value) => (value instanceof Set ? [...value] : typeof value === "string" ? value.replace(ZONE, "") : value);
      const get = () => Object.fromEntries(Object.entries(held).map(([key, value]) => [key, told(value())]));
      Context.getPageContext().getBusyContext().whenReady().then(() => Object.defineProperty(window, "held", { get }));
    });
  });
}

function addStyles(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return added(link);
}

function addScript(src) {
  return added(Object.assign(document.createElement("script"), { src }));
}

function added(element) {
  return new Promise((resolve, reject) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error(`${element.src || element.href} is not served`)));
    document.head.append(element);
  });
}
