import { counted } from "../../primitives/words.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { formatCount } from "../format.ts";

/** What must be said of a ranking in which trials have no objective; nothing where all have one. */
export function missingObjective(result: TrialsResult): readonly string[] {
  const missing = result.column(result.objective.metric).filter((value) => Number.isNaN(value)).length;
  if (missing === 0) return [];
  const [have, are] = missing === 1 ? ["has", "is"] : ["have", "are"];
  return [
    `${formatCount(missing)} of ${counted(result.length, "trial")} ${have} no ${result.objective.metric} and ${are} ranked last.`,
  ];
}
