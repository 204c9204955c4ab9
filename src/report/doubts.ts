import type { RunResult } from "../engine/run-result.ts";
import type { MarketData } from "../market/market-data.ts";
import { examineRun, type Finding } from "../research/checks/doctor.ts";

/** What the warnings of a run say already, in words of their own. */
const SAID: ReadonlySet<Finding["code"]> = new Set(["no-trades"]);

/** What the doctor finds in a run besides what its warnings say: a page and a terminal show both, one below the other. */
export function doubtsOf(result: RunResult, data: MarketData): readonly Finding[] {
  return examineRun(result, data).filter(({ code }) => !SAID.has(code));
}
