import type { Labelled } from "../../report/labelled.ts";
import type { ReportPayload } from "../../report/payload.ts";
import { element } from "./element.ts";

/** Creates the list of findings about the run, such as too few trades; empty without findings. */
export function doubts(findings: ReportPayload["doubts"]): HTMLElement[] {
  const rows = findings.map(({ severity, text }) =>
    element("li", { class: severity }, element("em", {}, severity), text),
  );
  return note("doubts", "Findings about the run", "Findings", rows);
}

/** Creates the list of the run's warnings; empty without warnings. */
export function warnings(texts: readonly string[]): HTMLElement[] {
  const title = texts.length === 1 ? "Warning" : `${texts.length} warnings`;
  return note(
    "warnings",
    "Warnings",
    title,
    texts.map((text) => element("li", {}, text)),
  );
}

function note(className: string, label: string, title: string, rows: readonly HTMLElement[]): HTMLElement[] {
  if (rows.length === 0) return [];
  const list = element("ul", {}, ...rows);
  return [element("aside", { class: className, role: "note", "aria-label": label }, element("b", {}, title), list)];
}

/** Creates the header of a page. */
export function pageHeader(
  kind: string,
  title: string,
  params: readonly Labelled[],
  facts: readonly string[],
): HTMLElement {
  const items = params.map(({ label, text }) => element("li", {}, `${label} `, element("b", {}, text)));
  return element(
    "header",
    { class: "header" },
    element("p", { class: "kind" }, element("b", {}, "Hindcast"), ` ${kind}`),
    element(
      "div",
      { class: "title" },
      element("h1", {}, title),
      element("ul", { class: "params", "aria-label": "Parameters" }, ...items),
    ),
    element("p", { class: "facts" }, ...facts.map((fact) => element("span", {}, fact))),
  );
}

/** Creates the footer of a page: notes, hashes, and the credit of the chart library. */
export function pageFooter(notes: readonly string[], marks: readonly Labelled[], charts = true): HTMLElement {
  const link = { href: "https://www.tradingview.com/", rel: "noopener noreferrer", target: "_blank" };
  const library = element(
    "p",
    {},
    "Charts: TradingView Lightweight Charts™, copyright TradingView, Inc., ",
    element("a", link, "tradingview.com"),
    ", Apache-2.0.",
  );
  const terms = marks.flatMap(({ label, text, meaning }) => [
    element("dt", { title: meaning }, label),
    element("dd", {}, element("code", {}, text)),
  ]);
  const paragraphs = notes.map((text) => element("p", {}, text));
  return element(
    "footer",
    { class: "footer" },
    ...paragraphs,
    element("dl", {}, ...terms),
    ...(charts ? [library] : []),
  );
}
