import type { ResearchHead } from "../../../report/research/head.ts";
import { doubts, pageFooter, pageHeader, warnings } from "../../report/frame.ts";
import { element, section } from "../../report/element.ts";

/** How every page of research begins: what was done with what, and what makes it doubtful. */
export function opening({ what, title, params, facts, warnings: texts, doubts: found }: ResearchHead): HTMLElement[] {
  return [pageHeader(what, title, params, facts), ...warnings(texts), ...doubts(found)];
}

/** How it ends: what it cannot tell, where the data come from, what identifies it. */
export function closing({ limits, notes, marks, engineVersion }: ResearchHead, charts: boolean): HTMLElement[] {
  const all = [
    ...marks,
    { label: "Engine", text: `Hindcast ${engineVersion}`, meaning: "The version that made this page" },
  ];
  const told = element("ul", { class: "limits" }, ...limits.map((text) => element("li", {}, text)));
  return [section("What this cannot tell", "limit", told), pageFooter(notes, all, charts)];
}
