import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { checkHasMembers } from "../primitives/check.ts";
import type { ReportPayload } from "./payload.ts";
import type { ComparePayload } from "./research/compare-payload.ts";
import type { MonteCarloPayload } from "./research/monte-carlo-payload.ts";
import type { SweepPayload } from "./research/sweep-payload.ts";
import type { WalkForwardPayload } from "./research/walk-forward-payload.ts";

/**
 * The page of a result: one file of HTML that holds its code, its style and its data, opens from a disk without any network,
 * and asks nobody for anything. Its content security policy allows its own script alone; what users named is data in it and is
 * put on the page as text.
 *
 * @example
 * writeFileSync("report.html", reportHtml(reportPayload(result, data)));
 */
export function reportHtml(payload: ReportPayload): string {
  checkHasMembers(
    "payload",
    payload,
    ["strategy", "symbols", "engineVersion"],
    "that of a report, as reportPayload returns it",
  );
  const title = `${payload.strategy} on ${payload.symbols.map(({ symbol }) => symbol).join(", ")}`;
  return pageHtml({ bundle: "report", title, engineVersion: payload.engineVersion, payload });
}

/**
 * The page of a sweep, a walk-forward, a Monte Carlo analysis or a comparison of runs: one file, as the page of a result is.
 *
 * @example
 * writeFileSync("sweep.html", researchHtml(sweepPayload(result, data)));
 */
export function researchHtml(payload: ResearchPayload): string {
  checkHasMembers(
    "payload",
    payload,
    ["what", "title", "engineVersion"],
    "that of a page, such as sweepPayload returns",
  );
  const title = payload.title === "" ? payload.what : `${payload.title}: ${payload.what}`;
  return pageHtml({ bundle: "research", title, engineVersion: payload.engineVersion, payload });
}

/** What one of the pages of research shows; `kind` says which. */
export type ResearchPayload = SweepPayload | WalkForwardPayload | MonteCarloPayload | ComparePayload;

/** The browser code of a page. */
interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** The pages that carry their code in themselves: of a run, and of many runs. */
type PageName = "report" | "research";

/** Where the built code lies, seen from what Node loads, from the compiled file and from the source. */
const FOLDERS = ["../../web/", "../web/", "../../dist/web/"].map((path) => new URL(path, import.meta.url));

const read = new Map<PageName, PageBundle>();

/** Reads a page's built code, once. Throws where it was not built. */
function pageBundle(name: PageName): PageBundle {
  const known = read.get(name);
  if (known !== undefined) return known;
  const bundle = { script: readBuilt(`${name}.js`), style: readBuilt(`${name}.css`) };
  read.set(name, bundle);
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
  const where = 'run "npm run build" in a checkout, or leave hindcast outside of what a bundler puts together';
  throw new Error(`the code of report pages must be next to the library, ${name} was not found: ${where}`);
}

/** What a page is made of. */
interface PageParts {
  /** Whose code and style the page carries. */
  readonly bundle: PageName;
  readonly title: string;
  readonly engineVersion: string;
  /** What the code shows: JSON. */
  readonly payload: unknown;
}

/**
 * One file of HTML that holds its code, its style and its data, opens from a disk without any network, and asks nobody for anything. Its content
 * security policy allows its own script alone; what users named is data in it and is put on the page as text.
 */
function pageHtml({ bundle, title, engineVersion, payload }: PageParts): string {
  const { script, style } = pageBundle(bundle);
  const code = closedScript(script);
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
<noscript>This report draws its charts and tables with JavaScript, which is off.</noscript>
<main id="report"></main>
<script type="application/json" id="payload">${scriptJson(payload)}</script>
<script>${code}</script>
</body>
</html>
`;
}

/** JSON that no parser of HTML can take for a tag or a comment, nor an old parser of scripts for the end of a line. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Text with the signs of HTML made harmless, for content and attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Code in which nothing ends the element it stands in: such signs stand in strings, which read the escape as the same. */
function closedScript(code: string): string {
  return code.replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
}
