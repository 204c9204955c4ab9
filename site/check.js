import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Fails where a page of the built site links to a page or heading that is not there, or loads anything from another host.
const dist = new URL("dist/", import.meta.url).pathname;
const base = process.env.SITE_BASE ?? "/";
const files = new Set(readdirSync(dist, { recursive: true }).map((name) => name.replaceAll("\\", "/")));
const html = new Map(
  [...files].filter((name) => name.endsWith(".html")).map((name) => [name, readFileSync(join(dist, name), "utf8")]),
);
const anchors = new Map(
  [...html].map(([name, text]) => [name, new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => unescape(id)))]),
);
const faults = [...html].flatMap(([name, text]) => [...linkFaults(name, text), ...remoteFaults(name, text)]);
if (html.size === 0) faults.push("the site has no pages");
for (const fault of faults) console.error(fault);
console.log(`${html.size} pages checked, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

function linkFaults(name, text) {
  const targets = [...text.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)].map(([, target]) => unescape(target));
  return [...new Set(targets)].flatMap((target) => {
    if (/^[a-z]+:/.test(target)) return [];
    const { pathname, hash } = new URL(target, `http://site${base}${name}`);
    const path = decodeURIComponent(pathname).slice(base.length);
    const file = [path, `${path}.html`, `${path}index.html`, `${path}/index.html`].find(
      (each) => files.has(each) && /\.\w+$/.test(each),
    );
    if (file === undefined) return [`${name}: no page at ${target}`];
    const anchor = decodeURIComponent(hash.slice(1));
    return anchor === "" || !html.has(file) || anchors.get(file).has(anchor)
      ? []
      : [`${name}: no heading at ${target}`];
  });
}

/** Scripts, styles, fonts and images that a reader's browser would ask another host for. */
function remoteFaults(name, text) {
  const loaded = [...text.matchAll(/<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)="(https?:[^"]*|\/\/[^"]*)"/g)];
  return loaded.map(([, target]) => `${name}: loads ${target}`);
}

function unescape(text) {
  return text
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}
