import type { ReportPayload } from "../../report/payload.ts";
import { element } from "./element.ts";

/** What makes the numbers doubtful or wrong, as an examination of the run found it; nothing where it found nothing. */
export function doubts(findings: ReportPayload["doubts"]): HTMLElement[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ severity, text }) =>
    element("li", { class: severity }, element("em", {}, severity), text),
  );
  return [
    element(
      "aside",
      { class: "doubts", role: "note", "aria-label": "Examination of the run" },
      element("b", {}, "Examined"),
      element("ul", {}, ...rows),
    ),
  ];
}

/** What a reader must know before he believes the numbers; nothing where there is nothing to say. */
export function warnings(texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return [];
  return [
    element(
      "aside",
      { class: "warnings", role: "note", "aria-label": "Warnings" },
      element("b", {}, texts.length === 1 ? "Warning" : `${texts.length} warnings`),
      element("ul", {}, ...texts.map((text) => element("li", {}, text))),
    ),
  ];
}
