import type { RecordedMarket } from "../../market/recorded-market.ts";
import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ServerSettings } from "../../server/server-settings.ts";
import { lastOf, termsOf } from "../../server/sessions/session-terms.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { formatInstant } from "../../time/instant.ts";
import { optionInstant } from "../options/instant.ts";

/** Where the clock of a served market begins and ends, and how it moves. */
export type ServedMoment = Pick<ServerSettings, "start" | "end" | "speed">;

/** What was said about the clock. */
interface MomentOptions {
  readonly at?: string;
  readonly from?: string;
  readonly to?: string;
  readonly speed?: number | "max";
  readonly replay?: true;
}

/** The clock that was asked for. Throws USAGE for options that do not go together, DATE_INVALID, PARAMETER_OUT_OF_RANGE. */
export function servedMoment(options: MomentOptions, market: RecordedMarket): ServedMoment {
  const { at, from, to, speed, replay } = options;
  const { zone } = calendarOf(market.mainCalendar, market.calendars);
  if (at !== undefined) {
    if (from === undefined && to === undefined && speed === undefined && replay === undefined)
      return { start: optionInstant("--at", at, zone), speed: 0 };
    throw new HindcastError("USAGE", "--at stands still, so none of --replay, --from, --to and --speed goes with it");
  }
  const pace = speed === undefined ? {} : { speed };
  if (replay === true) return { ...replayed(options, market, zone), ...pace };
  if (to !== undefined) throw new HindcastError("USAGE", "--to is the end of a replay, so --replay must be given too");
  return { ...(from === undefined ? {} : { start: optionInstant("--from", from, zone) }), ...pace };
}

/** As `POST /_replay/start` has it: before all that happens at the first moment, until after all that does at the last. */
function replayed({ from, to }: MomentOptions, market: RecordedMarket, zone: string): ServedMoment {
  if (from === undefined)
    throw new HindcastError("USAGE", "--replay begins at a moment, so --from must be given, such as --from 2023-12-15");
  const first = optionInstant("--from", from, zone);
  const last = lastOf(market, {});
  if (first > last) throw parameterError("--from", `a time that was recorded, until ${formatInstant(last)}`, from);
  if (to === undefined) return { start: first - 1 };
  optionInstant("--to", to, zone);
  // A date ends with its day.
  const { end } = termsOf(market, { to });
  if (end! < first) throw parameterError("--to", "a time that is not before --from", to);
  return { start: first - 1, end: end! };
}
