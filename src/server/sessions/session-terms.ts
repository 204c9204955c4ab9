import { type OwnPart, withFunctions } from "../../broker/own-part.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { StartBody } from "../../schemas/replay.ts";
import { unknownSymbolError } from "../../data/view/symbol-suggestion.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { endOfNamed } from "../../time/named-time.ts";
import { formatInstant, parseInstant } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { beyondKnownYears, readMoment } from "../request-times.ts";
import type { AccountSettings } from "../trading/exchange.ts";
import { lastMoment } from "./recorded-range.ts";
import { sessionSettings } from "./session-settings.ts";

/** What a session is asked to be. What is left out stays as it is, or is that of the recording. */
export interface SessionTerms {
  /** It stands there, after all events of that instant. */
  readonly start?: number | undefined;
  /** Nothing later happens in it. */
  readonly end?: number | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly interval?: Interval | undefined;
  readonly settings?: AccountSettings | undefined;
  readonly speed?: Speed | undefined;
  readonly backpressure?: "conflate" | "pause" | undefined;
  /** What becomes of orders that cannot rest while the market is closed. */
  readonly closedMarketPolicy?: "refuse" | "queue" | undefined;
}

/** Where parts of the execution model are looked for, in messages. */
export const SERVER = "the server";

/** What requests may name: the market, and parts of the execution model. */
interface ServedMarket {
  readonly market: RecordedMarket;
  readonly models: Readonly<Record<string, OwnPart>>;
}

/** The terms of a request. Throws INVALID_PARAMETERS, SYMBOL_UNKNOWN. */
export function termsOf({ market, models }: ServedMarket, body: StartBody): SessionTerms {
  const { interval, settings, speed, backpressure, closed_market: closedMarketPolicy } = body;
  const range = rangeOf(market, body);
  const symbols = body.symbols === undefined ? undefined : knownSymbols(market, body.symbols);
  return {
    ...range,
    symbols,
    interval,
    settings: settings && sessionSettings(market, withFunctions(settings, models, SERVER), symbols),
    speed,
    backpressure,
    closedMarketPolicy,
  };
}

/**
 * Where a session begins and ends, dates being those of a zone; what is left out is not there. Throws INVALID_PARAMETERS, and ZONE_UNKNOWN for a zone
 * that was given.
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

/** The instant of a text; a date is its midnight, at the exchange of the main calendar unless a zone is given. Throws INVALID_PARAMETERS. */
export function instantOf(
  market: RecordedMarket,
  parameter: string,
  text: string,
  zone: string = zoneOfMain(market),
): number {
  const where = { in: "body", parameter } as const;
  const instant = readMoment(where, text, () => parseInstant(text, zone));
  const beyond = beyondKnownYears(instant, where, text);
  if (beyond !== undefined) throw beyond;
  return instant;
}

/** The last instant of what a text names: a date stands for all of its day. Throws INVALID_PARAMETERS. */
function endOf(text: string, zone: string): number {
  return readMoment({ in: "body", parameter: "to" }, text, () => endOfNamed(text, zone)) - 1;
}

function zoneOfMain({ mainCalendar, calendars }: RecordedMarket): string {
  return calendarOf(mainCalendar, calendars).zone;
}

/** Ids of instruments, each once and in order. Throws SYMBOL_UNKNOWN. */
export function knownSymbols(market: RecordedMarket, symbols: readonly string[]): readonly string[] {
  const known = new Set(market.instruments.map(({ symbol }) => symbol));
  const asked = [...new Set(symbols.map((symbol) => symbol.toUpperCase()))].toSorted();
  for (const symbol of asked) if (!known.has(symbol)) throw unknownSymbolError(symbol, undefined);
  return asked;
}

/** The part of a recording that is about some symbols, with bars of one interval alone where one is named. */
export function partOf(market: RecordedMarket, { symbols, interval }: SessionTerms): RecordedMarket {
  if (symbols === undefined && interval === undefined) return market;
  const chosen = new Set(symbols ?? market.instruments.map(({ symbol }) => symbol));
  const about = <T extends { readonly symbol: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ symbol }) => chosen.has(symbol));
  const series = about(market.series).filter(({ bars }) => interval === undefined || bars.interval === interval);
  if (series.every(({ bars }) => bars.length === 0)) {
    const allowed = [...new Set(about(market.series).map(({ bars }) => bars.interval))];
    const value = interval === undefined ? {} : { value: interval };
    const reason = "must be recorded of the symbols";
    throw invalidParameters([{ in: "body", parameter: "interval", ...value, reason, allowed }]);
  }
  return {
    ...market,
    instruments: about(market.instruments),
    series,
    actions: about(market.actions),
    quotes: about(market.quotes),
    chains: about(market.chains),
  };
}

/** What of the recording takes part, with what is left out as it was before. */
export function mergedTerms(before: SessionTerms, terms: SessionTerms): SessionTerms {
  const { symbols = before.symbols, interval = before.interval, end = before.end } = terms;
  const { backpressure = before.backpressure, closedMarketPolicy = before.closedMarketPolicy } = terms;
  return { symbols, interval, end, backpressure, closedMarketPolicy };
}

/** Throws INVALID_PARAMETERS for a session that would end before it begins, by what was said of the two. */
export function checkRange(market: RecordedMarket, start: number, end: number | undefined, given: SessionTerms): void {
  // Behind all that was recorded nothing happens either way.
  if (end === undefined || end > start || end >= lastMoment(market)) return;
  const [parameter, value, reason] =
    given.end === undefined
      ? ["from", start + 1, `must not be after ${formatInstant(end)}, where the session ends`]
      : ["to", end, `must be after ${formatInstant(start)}, where the session begins`];
  throw invalidParameters([{ in: "body", parameter, value: formatInstant(value), reason }]);
}

/** Where a session ends: when all that was recorded has happened, if not before. */
export function lastOf(market: RecordedMarket, { end = Infinity }: SessionTerms): number {
  return Math.min(end, lastMoment(market));
}

export type Speed = number | "max";
