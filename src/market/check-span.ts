import { HindcastError } from "../primitives/errors.ts";
import { formatInstant } from "../time/instant.ts";
import { intervalEnd } from "../time/interval.ts";
import type { Bars } from "./bars.ts";

/**
 * Bars of a day do not begin every second: so it looks where times are seconds and are taken for milliseconds, or are the day numbers of a
 * spreadsheet. `read` says how the times were read. Throws BARS_INVALID for bars that begin within less than half of the time that they last; months
 * and clock changes stay far from that.
 */
export function checkSpan(
  { interval, time }: Pick<Bars, "interval" | "time">,
  name: string,
  read = "; times are epoch milliseconds",
): void {
  const last = time.length - 1;
  if (last < 1) return;
  const span = time[last]! - time[0]!;
  const lasts = intervalEnd(interval, 0) * last;
  if (span >= lasts / 2) return;
  const began = [0, last].map((row) => formatInstant(time[row]!)).join(" to ");
  throw new HindcastError(
    "BARS_INVALID",
    `${name} must not overlap: ${last + 1} bars of ${interval} were to begin from ${began}${read}`,
    { interval, bars: last + 1, from: time[0], to: time[last] },
  );
}
