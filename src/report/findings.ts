import type { RunResult } from "../engine/run-result.ts";
import { examineRun, type Finding } from "../research/checks/doctor.ts";

/** Findings that the warnings of a run cover already. */
const COVERED_BY_WARNINGS: ReadonlySet<Finding["code"]> = new Set(["no-trades"]);

/** Returns the findings about a run that its warnings do not cover, since pages and terminals show both. */
export function findingsBesideWarnings(result: RunResult): readonly Finding[] {
  return examineRun(result).filter(({ code }) => !COVERED_BY_WARNINGS.has(code));
}
