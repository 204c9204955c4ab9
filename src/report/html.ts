import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { checkHasMembers } from "../primitives/check.ts";
import { escapeHtml } from "../primitives/words.ts";
import type { ReportPayload } from "./payload.ts";
import type { ComparePayload } from "./research/compare-payload.ts";
import type { MonteCarloPayload } from "./research/monte-carlo-payload.ts";
import type { SweepPayload } from "./research/sweep-payload.ts";
import type { WalkForwardPayload } from "./research/walk-forward-payload.ts";

/**
 * Returns the report page of a result: one HTML file with its code, style and data, which needs no network. Its content security policy allows
 * only its own script. Names given by users are inserted as text.
 *
 * @example
 * writeFileSync("report.html", reportHtml(reportPayload(result)));
 */
export function reportHtml(payload: ReportPayload): string {
  checkHasMembers(
    "payload",
    payload,
    ["strategy", "symbols", "engineVersion"],
    "the payload of a report, as reportPayload returns it",
  );
  const title = `${payload.strategy} on ${payload.traded.join(", ")}`;
  return pageHtml({ bundle: "report", title, engineVersion: payload.engineVersion, payload });
}

/**
 * Returns the page of a sweep, a walk-forward, a Monte Carlo analysis or a comparison of runs: one HTML file like that of `reportHtml`.
 *
 * @example
 * writeFileSync("sweep.html", researchHtml(sweepPayload(result)));
 */
export function researchHtml(payload: ResearchPayload): string {
  checkHasMembers(
    "payload",
    payload,
    ["what", "title", "engineVersion"],
    "the payload of a research page, as sweepPayload returns it",
  );
  const title = payload.title === "" ? payload.what : `${payload.title}: ${payload.what}`;
  return pageHtml({ bundle: "research", title, engineVersion: payload.engineVersion, payload });
}

/** Data of a research page. */
export type ResearchPayload = SweepPayload | WalkForwardPayload | MonteCarloPayload | ComparePayload;

/** Browser code and style of a page. */
interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** Kinds of pages: `report` for one run, `research` for sweeps and other experiments. */
type PageName = "report" | "research";

/** Folders that may contain the built browser code, for the bundle, the compiled file and the source. */
const FOLDERS = ["../../web/", "../web/", "../../dist/web/"].map((path) => new URL(path, import.meta.url));

const bundles = new Map<PageName, PageBundle>();

/** Reads the built browser code of a page once. Throws if the code was not built. */
function pageBundle(name: PageName): PageBundle {
  const known = bundles.get(name);
  if (known !== undefined) return known;
  const bundle = { script: readBuilt(`${name}.js`), style: readBuilt(`${name}.css`) };
  bundles.set(name, bundle);
  return bundle;
}

function readBuilt(name: string): string {
  for (const folder of FOLDERS) {
    try {
      return readFileSync(new URL(name, folder), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  const where = 'run "npm run build" in a checkout, or exclude hindcast from your bundle';
  throw new Error(`page code not found next to the library: ${name}; ${where}`);
}

/** Parts of an HTML page. */
interface PageParts {
  /** Name of the bundle of browser code. */
  readonly bundle: PageName;
  readonly title: string;
  readonly engineVersion: string;
  /** Data of the page, as JSON. */
  readonly payload: unknown;
}

/** Returns an HTML file that contains its code, style and data. */
function pageHtml({ bundle, title, engineVersion, payload }: PageParts): string {
  const { script, style } = pageBundle(bundle);
  const code = escapeScript(script);
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Hindcast ${escapeHtml(engineVersion)}">
<title>${escapeHtml(title)} · Hindcast</title>
<style>${style.replaceAll("</", "<\\/")}</style>
</head>
<body>
<noscript>This report needs JavaScript, which is disabled.</noscript>
<main id="report"></main>
<script type="application/json" id="payload">${scriptJson(payload)}</script>
<script>${code}</script>
</body>
</html>
`;
}

/**
 * Encodes JSON for a script element: without text that HTML parsers treat as tags or comments, and without the line separators U+2028 and
 * U+2029.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Escapes text in code that would end the script element. In strings the escaped text has the same meaning. */
function escapeScript(code: string): string {
  return code.replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
}
