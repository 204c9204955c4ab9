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
