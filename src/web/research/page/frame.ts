import type { ResearchHead } from "../../../report/research/head.ts";
import { doubts, warnings } from "../../report/doubts.ts";
import { element, section } from "../../report/element.ts";

/** How every page of research begins: what was done with what, and what makes it doubtful. */
export function opening({ what, title, params, facts, warnings: texts, doubts: found }: ResearchHead): HTMLElement[] {
  const header = element(
    "header",
    { class: "header" },
    element("p", { class: "kind" }, element("b", {}, "Hindcast"), ` ${what}`),
    element(
      "div",
      { class: "title" },
      element("h1", {}, title),
      element(
        "ul",
        { class: "params", "aria-label": "Parameters" },
        ...params.map(({ label, text }) => element("li", {}, `${label} `, element("b", {}, text))),
      ),
    ),
    element("p", { class: "facts" }, ...facts.map((fact) => element("span", {}, fact))),
  );
  return [header, ...warnings(texts), ...doubts(found)];
}

/** How it ends: what it cannot tell, where the data come from, what identifies it. */
export function closing({ limits, notes, marks, engineVersion }: ResearchHead, charts: boolean): HTMLElement[] {
  const all = [
    ...marks,
    { label: "Engine", text: `Hindcast ${engineVersion}`, meaning: "The version that made this page" },
  ];
  const library = element(
    "p",
    {},
    "Charts: TradingView Lightweight Charts™, copyright TradingView, Inc., ",
    element(
      "a",
      { href: "https://www.tradingview.com/", rel: "noopener noreferrer", target: "_blank" },
      "tradingview.com",
    ),
    ", Apache-2.0.",
  );
  const foot = element(
    "footer",
    { class: "footer" },
    ...notes.map((note) => element("p", {}, note)),
    element(
      "dl",
      {},
      ...all.flatMap(({ label, text, meaning }) => [
        element("dt", { title: meaning }, label),
        element("dd", {}, element("code", {}, text)),
      ]),
    ),
    ...(charts ? [library] : []),
  );
  const told = element("ul", { class: "limits" }, ...limits.map((text) => element("li", {}, text)));
  return [section("What this cannot tell", "limit", told), foot];
}
