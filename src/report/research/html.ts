import { checkMembers } from "../../primitives/check.ts";
import { pageHtml } from "../page-html.ts";
import type { ResearchPayload } from "./payload.ts";

/**
 * The page of a sweep, a walk-forward, a Monte Carlo analysis or a comparison of runs: one file, as the page of a result is.
 *
 * @example
 * writeFileSync("sweep.html", researchHtml(sweepPayload(result, data)));
 */
export function researchHtml(payload: ResearchPayload): string {
  checkMembers("payload", payload, ["what", "title", "engineVersion"], "that of a page, such as sweepPayload returns");
  const title = payload.title === "" ? payload.what : `${payload.title}: ${payload.what}`;
  return pageHtml({ bundle: "research", title, engineVersion: payload.engineVersion, payload });
}
