import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { transformerTwoslash } from "@shikijs/vitepress-twoslash";
import { createFileSystemTypesCache } from "@shikijs/vitepress-twoslash/cache-fs";
import ts from "typescript";
import { defineConfig } from "vitepress";

const root = new URL("../../", import.meta.url);

/** The index at docs/README.md as a sidebar: each heading is a group, each link an entry. */
function docsSidebar() {
  const page = readFileSync(new URL("docs/README.md", root), "utf8");
  return page
    .split(/^## /m)
    .slice(1)
    .map((group) => {
      const [title = "", ...lines] = group.split("\n");
      const links = [...lines.join("\n").matchAll(/\[([^\]]+)\]\(([^)#]+)\.md\)/g)];
      return {
        text: title,
        collapsed: title !== "Tutorials",
        items: links.map(([, text = "", path]) => ({ text: capital(text), link: pageAt(`/docs/${path}`) })),
      };
    });
}

/** The entry points of the package. */
function apiSidebar() {
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
    exports: Readonly<Record<string, object>>;
  };
  const names = Object.keys(exports).filter((name) => !name.endsWith(".json"));
  return names.map((name) => ({
    text: posix.join("hindcast", name),
    link: `/api/${name === "." ? "index" : name.slice(2)}/`,
  }));
}

/** The address of a page by its path, in which a README is its folder. */
function pageAt(path: string): string {
  return new URL(path, "file:").pathname.replace(/README$/, "");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Shows the type of each name on hover, in blocks that are whole programs. */
const types = transformerTwoslash({
  filter: (lang, code) => lang === "ts" && /^import .* from "hindcast/m.test(code),
  throws: false,
  typesCache: createFileSystemTypesCache({ dir: fileURLToPath(new URL("../cache/types", import.meta.url)) }),
  twoslashOptions: {
    vfsRoot: fileURLToPath(root),
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      types: ["node"],
    },
    handbookOptions: { noErrors: true },
  },
});

export default defineConfig({
  title: "Hindcast",
  description: "Runs yesterday's market again: indicators, backtests and recorded markets on one simulated clock.",
  lang: "en-US",
  base: process.env.SITE_BASE ?? "/",
  srcDir: "pages",
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  outDir: "dist",
  cacheDir: "cache",
  cleanUrls: true,
  lastUpdated: false,
  markdown: { codeTransformers: [types] },
  themeConfig: {
    search: {
      provider: "local",
      // Guides come before signatures.
      options: { miniSearch: { searchOptions: { boostDocument: (id: string) => (id.includes("/api/") ? 0.2 : 1) } } },
    },
    outline: [2, 3],
    nav: [
      { text: "Docs", link: "/docs/" },
      { text: "API", link: "/api/" },
      { text: "Changes", link: "/CHANGELOG" },
    ],
    sidebar: { "/api/": apiSidebar(), "/": docsSidebar() },
  },
});
