// Bundles every page of `pages/` with the widgets it shows into `dist/`, each with an HTML file of its own.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { build } from "esbuild";

const isPage = (file) => /^[a-z]/.test(file);
const pages = readdirSync("pages").filter(isPage);
rmSync("dist", { recursive: true, force: true });

await build({
  entryPoints: pages.map((file) => `pages/${file}`),
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  jsx: "automatic",
  minify: true,
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}", global: "globalThis" },
  loader: { ".woff2": "empty", ".woff": "empty", ".ttf": "empty", ".eot": "empty", ".png": "dataurl", ".webp": "dataurl", ".svg": "dataurl" },
  alias: { vue: "vue/dist/vue.esm-bundler.js" },
});

for (const file of pages) {
  const name = basename(file, extname(file));
  writeFileSync(
    `dist/${name}.html`,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${name}.css"></head>
<body><div id="root"></div><script type="module" src="${name}.js"></script></body></html>\n`,
  );
}
