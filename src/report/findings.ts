import type { RunResult } from "../engine/run-result.ts";
import { examineRun, type Finding } from "../research/checks/doctor.ts";

/** Codes of findings that repeat a warning of the run. */
const COVERED_BY_WARNINGS: ReadonlySet<Finding["code"]> = new Set(["no-trades"]);

/** Returns the findings about a run, without those that repeat a warning, since reports show warnings too. */
export function findingsBesideWarnings(result: RunResult): readonly Finding[] {
  return examineRun(result).filter(({ code }) => !COVERED_BY_WARNINGS.has(code));
}
