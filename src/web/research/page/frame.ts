import type { ResearchHead } from "../../../report/research/head.ts";
import { doubts, pageFooter, pageHeader, warnings } from "../../report/frame.ts";
import { element, section } from "../../report/element.ts";

/** Creates the beginning of a research page: header, warnings and findings. */
export function opening({
  what,
  title,
  params,
  facts,
  warnings: texts,
  doubts: findings,
}: ResearchHead): HTMLElement[] {
  return [pageHeader(what, title, params, facts), ...warnings(texts), ...doubts(findings)];
}

/** Creates the end of a research page: limits, sources of the data, and hashes. */
export function closing({ limits, notes, marks, engineVersion }: ResearchHead, charts: boolean): HTMLElement[] {
  const all = [
    ...marks,
    { label: "Engine", text: `Hindcast ${engineVersion}`, meaning: "Version that computed this page" },
  ];
  const list = element("ul", { class: "limits" }, ...limits.map((text) => element("li", {}, text)));
  return [section("Limits", "limit", list), pageFooter(notes, all, charts)];
}
