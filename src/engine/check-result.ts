import { checkHasMembers } from "../primitives/check.ts";
import type { RunResult } from "./run-result.ts";

const MEMBERS: readonly (keyof RunResult)[] = ["settings", "summary", "equity", "trades", "symbols"];

/** Throws PARAMETER_OUT_OF_RANGE if a value lacks the fields of a run's result. */
export function checkResult<Result extends object>(
  result: Result,
  members: readonly (keyof Result & string)[] = MEMBERS as readonly (keyof Result & string)[],
): void {
  checkHasMembers("result", result, members, "the result of a run, as backtest returns it");
}
