import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { inferInterval } from "../time/infer-interval.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import { fileError } from "./csv/file-error.ts";
import { shorterStep } from "./shorter-step.ts";

/**
 * The interval of the bars of a file: the one that was given, or else the usual step between them.
 * Throws INTERVAL_UNKNOWN; SETTING_INVALID for one that was given and is longer than the usual step.
 */
export function intervalOfFile(file: string, time: Column, given: Interval | undefined): Interval {
  if (given === undefined) return usualInterval(file, time);
  const usual = shorterStep(time, checkInterval(given));
  if (usual === undefined) return given;
  throw fileError(
    "SETTING_INVALID",
    `interval of ${file}`,
    `must not be longer than the usual step between its bars, ${usual}, was ${given}; a strategy reads longer ones by bars("${given}")`,
    { file, interval: given, usual },
  );
}

function usualInterval(file: string, time: Column): Interval {
  try {
    return inferInterval(time);
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    throw new HindcastError(error.code, `${file}: ${error.message}`, { file, ...error.details });
  }
}

/** Throws BARS_INVALID for rows that go from the newest to the oldest throughout. */
export function checkOrder(file: string, time: Column): void {
  if (time.length < 3) return;
  for (let row = 1; row < time.length; row++) if (!(time[row]! < time[row - 1]!)) return;
  throw fileError(
    "BARS_INVALID",
    file,
    "must go from old to new, but its rows go from the newest to the oldest. Sort them by time",
    {
      reason: "unsorted",
    },
  );
}
