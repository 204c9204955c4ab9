import { type CustomPart, withFunctions } from "../../broker/custom-part.ts";
import { Bars } from "../../market/bars.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { StartBody } from "../../schemas/replay.ts";
import { unknownSymbolError } from "../../data/view/symbol-suggestion.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { endOfNamed } from "../../time/named-time.ts";
import { formatInstant, parseInstant } from "../../time/instant.ts";
import { type Interval, isSameInterval } from "../../time/interval.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { yearOutOfRange, readInstant } from "../request-times.ts";
import type { AccountSettings } from "../trading/exchange.ts";
import { lastMoment } from "./recorded-range.ts";
import { sessionSettings } from "./session-settings.ts";

/**
 * The terms that a request states for a session. Members that are left out keep their previous value; at first they come from the
 * recording.
 */
export interface SessionTerms {
  /** Market time at which the session starts, after all events of that time. */
  readonly start?: number | undefined;
  /** Market time after which nothing happens. */
  readonly end?: number | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly interval?: Interval | undefined;
  readonly settings?: AccountSettings | undefined;
  readonly speed?: Speed | undefined;
  readonly backpressure?: "conflate" | "pause" | undefined;
  /** What happens while the market is closed to orders that cannot rest. */
  readonly closedMarketPolicy?: "refuse" | "queue" | undefined;
}

/** Where custom models are looked up, as error messages name the place. */
export const SERVER_NAME = "the server";

/** Objects to which requests may refer: the market, and custom models. */
interface ServedMarket {
  readonly market: RecordedMarket;
  readonly models: Readonly<Record<string, CustomPart>>;
}

/** Reads the terms of a session from a request. Throws INVALID_PARAMETERS and SYMBOL_UNKNOWN. */
export function termsOf({ market, models }: ServedMarket, body: StartBody): SessionTerms {
  const { interval, settings, speed, backpressure, closed_market: closedMarketPolicy } = body;
  const range = rangeOf(market, body);
  const symbols = body.symbols === undefined ? undefined : knownSymbols(market, body.symbols);
  return {
    ...range,
    symbols,
    interval,
    settings: settings && sessionSettings(market, withFunctions(settings, models, SERVER_NAME), symbols),
    speed,
    backpressure,
    closedMarketPolicy,
  };
}

/**
 * Returns the start and end of a session, if given. Dates without a time are local to `zone`. Throws INVALID_PARAMETERS, and ZONE_UNKNOWN
 * for an invalid zone.
 */
export function rangeOf(
  market: RecordedMarket,
  { from, to }: StartBody,
  zone: string = zoneOfMain(market),
): Pick<SessionTerms, "start" | "end"> {
  const start = from === undefined ? undefined : instantOf(market, "from", from, zone) - 1;
  const end = to === undefined ? undefined : endOf(to, zone);
  if (start !== undefined && end !== undefined && end <= start)
    throw invalidParameters([{ in: "body", parameter: "to", value: to, reason: "must not be before from" }]);
  return { start, end };
}

/** Parses an instant. A date means midnight, by default at the exchange of the main calendar. Throws INVALID_PARAMETERS. */
export function instantOf(
  market: RecordedMarket,
  parameter: string,
  text: string,
  zone: string = zoneOfMain(market),
): number {
  const where = { in: "body", parameter } as const;
  const instant = readInstant(where, text, () => parseInstant(text, zone));
  const outOfRange = yearOutOfRange(instant, where, text);
  if (outOfRange !== undefined) throw outOfRange;
  return instant;
}

/** Returns the instant at which a requested range ends. A date includes its whole day. Throws INVALID_PARAMETERS. */
function endOf(text: string, zone: string): number {
  return readInstant({ in: "body", parameter: "to" }, text, () => endOfNamed(text, zone)) - 1;
}

function zoneOfMain({ mainCalendar, calendars }: RecordedMarket): string {
  return calendarOf(mainCalendar, calendars).zone;
}

/** Returns symbols sorted and without duplicates. Throws SYMBOL_UNKNOWN. */
export function knownSymbols(market: RecordedMarket, symbols: readonly string[]): readonly string[] {
  const known = new Set(market.instruments.map(({ symbol }) => symbol));
  const requested = [...new Set(symbols.map((symbol) => symbol.toUpperCase()))].toSorted();
  for (const symbol of requested) if (!known.has(symbol)) throw unknownSymbolError(symbol, undefined);
  return requested;
}

/**
 * Returns the part of a recording for some symbols and, if given, one interval. `intervals` has the intervals of symbols of which another
 * one is needed.
 */
export function recordingSubset(
  market: RecordedMarket,
  { symbols, interval }: SessionTerms,
  intervals?: ReadonlyMap<string, Interval>,
): RecordedMarket {
  if (symbols === undefined && interval === undefined) return market;
  const chosen = new Set(symbols ?? market.instruments.map(({ symbol }) => symbol));
  const ofChosen = <T extends { readonly symbol: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ symbol }) => chosen.has(symbol));
  const series =
    interval === undefined
      ? ofChosen(market.series)
      : ofChosen(market.series).flatMap((one) => {
          const needed = intervals?.get(one.symbol) ?? interval;
          return isSameInterval(one.bars.interval, needed) ? [{ ...one, bars: named(one.bars, needed) }] : [];
        });
  if (series.every(({ bars }) => bars.length === 0)) {
    const allowed = [...new Set(ofChosen(market.series).map(({ bars }) => bars.interval))];
    const value = interval === undefined ? {} : { value: interval };
    const reason = "must be recorded for the symbols";
    throw invalidParameters([{ in: "body", parameter: "interval", ...value, reason, allowed }]);
  }
  return {
    ...market,
    instruments: ofChosen(market.instruments),
    series,
    actions: ofChosen(market.actions),
    quotes: ofChosen(market.quotes),
    chains: ofChosen(market.chains),
  };
}

/** Returns bars under a name of their interval, such as `1h` for `60m`. */
function named(bars: Bars, interval: Interval): Bars {
  return bars.interval === interval ? bars : new Bars(interval, bars, bars.zone);
}

/** Combines new terms of a session with the previous ones. */
export function mergedTerms(before: SessionTerms, terms: SessionTerms): SessionTerms {
  const { symbols = before.symbols, interval = before.interval, end = before.end } = terms;
  const { backpressure = before.backpressure, closedMarketPolicy = before.closedMarketPolicy } = terms;
  return { symbols, interval, end, backpressure, closedMarketPolicy };
}

/** Throws INVALID_PARAMETERS for a session that would end before it starts. The error names the member of the request that was given. */
export function checkRange(market: RecordedMarket, start: number, end: number | undefined, sent: SessionTerms): void {
  // A session beyond the end of the recording is allowed, since nothing happens there.
  if (end === undefined || end > start || end >= lastMoment(market)) return;
  const [parameter, value, reason] =
    sent.end === undefined
      ? ["from", start + 1, `must not be after ${formatInstant(end)}, where the session ends`]
      : ["to", end, `must be after ${formatInstant(start)}, where the session begins`];
  throw invalidParameters([{ in: "body", parameter, value: formatInstant(value), reason }]);
}

/** Returns the market time at which a session ends: its own end, or that of the recording if it is earlier. */
export function sessionEnd(market: RecordedMarket, { end = Infinity }: SessionTerms): number {
  return Math.min(end, lastMoment(market));
}

export type Speed = number | "max";
