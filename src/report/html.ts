import { checkMembers } from "../primitives/check.ts";
import { pageHtml } from "./page-html.ts";
import type { ReportPayload } from "./payload.ts";

/**
 * The page of a result: one file of HTML that holds its code, its style and its data, opens from a disk without any network,
 * and asks nobody for anything. Its content security policy allows its own script alone; what users named is data in it and is
 * put on the page as text.
 *
 * @example
 * writeFileSync("report.html", reportHtml(reportPayload(result, data)));
 */
export function reportHtml(payload: ReportPayload): string {
  checkMembers(
    "payload",
    payload,
    ["strategy", "symbols", "engineVersion"],
    "that of a report, as reportPayload returns it",
  );
  const title = `${payload.strategy} on ${payload.symbols.map(({ symbol }) => symbol).join(", ")}`;
  return pageHtml({ bundle: "report", title, engineVersion: payload.engineVersion, payload });
}
