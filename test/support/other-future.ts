import type { Bars } from "hindcast";
import { barSessions } from "../../src/market/bar-sessions.ts";
import type { RecordedMarket, RecordedSeries } from "../../src/market/recorded-market.ts";
import { fixedLength } from "../../src/time/interval.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { actionOn, barsOf, factAt, quoteRow, snapshots } from "./arbitrary-recording.ts";
import { chain, quotes, stock } from "./recorded-by-hand.ts";
import { seededRandom } from "./series.ts";

const DAY = 86_400_000;

/** Bounds for what is known at a time and phase: opens at `now` from the seventh phase on, starts of sessions from the sixth. */
export function boundsOf(now: number, phase: number): { now: number; opens: number; begins: number } {
  return { now, opens: phase === 7 ? now : now - 1, begins: phase >= 6 ? now : now - 1 };
}

/** Returns the date of the session in whose units a symbol's prices are at a time and phase. */
export function unitsDay(market: RecordedMarket, symbol: string, now: number, phase: number): number {
  const { opens, begins } = boundsOf(now, phase);
  const instrument = market.instruments.find((one) => one.symbol === symbol)!;
  const calendar = calendarOf(instrument.calendar);
  let day = calendar.lastSession(begins)!.date;
  for (const { bars } of market.series.filter((one) => one.symbol === symbol)) {
    const { sessions, first, openTime } = barSessions(bars, calendar);
    first.forEach((place, i) => {
      if (openTime[i]! <= opens) day = Math.max(day, sessions.date[place]!);
    });
  }
  return day;
}

/** Returns a market with another future: everything that is revealed later is another valid value, missing or added. */
export function otherFuture(market: RecordedMarket, now: number, phase: number, seed: number): RecordedMarket {
  const random = seededRandom(seed);
  const { opens } = boundsOf(now, phase);
  const past = { ...market, series: market.series.map((one) => otherSeries(market, one, now, opens, random)) };
  const quoted = market.quotes.map((one) => {
    const rows = Array.from(one.time, (time, i): [number, number, number] => [time, one.bid[i]!, one.ask[i]!]);
    const kept = rows.filter(([time]) => time <= opens || random() < 0.5);
    const other = kept.map((row) => (row[0] <= opens ? row : quoteRow(row[0], random)));
    return quotes(one.symbol, [...other, quoteRow(Math.max(opens + 1, other.at(-1)?.[0] ?? 0), random)]);
  });
  const newcomer: RecordedSeries = { symbol: "ACMF", bars: barsOf("1h", [[hourAfter(now), 5, 6, 4, 5, 1, 5]]) };
  const facts = market.facts.filter(({ knownAt }) => knownAt <= opens || random() < 0.5);
  return {
    ...past,
    instruments: [
      ...market.instruments,
      stock("ACMF", { calendar: "24/7", zone: "UTC", assetClass: "crypto", base: "BTC" }),
    ],
    series: [...past.series.filter(({ bars }) => bars.length > 0), newcomer],
    quotes: quoted,
    facts: [
      ...facts.map((fact) => (fact.knownAt <= opens ? fact : factAt(fact.knownAt, random))),
      ...Array.from({ length: 6 }, () => factAt(opens + 1, random)),
      ...Array.from({ length: 6 }, () => factAt(now + 1 + Math.floor(random() * DAY), random)),
    ],
    actions: [
      ...["ACME", "WEEK"].map((symbol) =>
        actionOn(symbol, unitsDay(market, symbol, now, phase) + 1 + Math.floor(random() * 5), random),
      ),
      ...market.actions.flatMap((action) => {
        const day = unitsDay(market, action.symbol, now, phase);
        if (action.exDate <= day) return [action];
        return random() < 0.5 ? [] : [actionOn(action.symbol, day + 1 + Math.floor(random() * 9), random)];
      }),
    ],
    chains: market.chains.map((one) => {
      const rows = Array.from(one.time, (time, i) => ({
        time,
        expiration: one.expiration[i]!,
        strike: one.strike[i]!,
        right: one.right[i]!,
        last: one.last[i]!,
        bid: one.bid[i]!,
        ask: one.ask[i]!,
      }));
      const later = snapshots([opens + 1, now + DAY, now + 2 * DAY], Math.floor(now / DAY), random);
      return chain(one.symbol, [...rows.filter(({ time }) => time <= opens), ...later]);
    }),
  };
}

function otherSeries(
  market: RecordedMarket,
  { symbol, bars }: RecordedSeries,
  now: number,
  opens: number,
  random: () => number,
): RecordedSeries {
  const instrument = market.instruments.find((one) => one.symbol === symbol)!;
  const { openTime, closeTime } = barSessions(bars, calendarOf(instrument.calendar));
  const gone = random() < 0.2;
  const rows = rowsOf(bars).flatMap((row, i) => {
    if (closeTime[i]! <= now) return [[...row, random()]];
    if (openTime[i]! > opens && (gone || random() < 0.3)) return [];
    const open = openTime[i]! <= opens ? row[1]! : 3 + Math.floor(random() * 200);
    const close = 3 + Math.floor(random() * 200);
    return [
      [row[0]!, open, Math.max(open, close) + 1, Math.min(open, close) - 1, close, Math.floor(random() * 99), close],
    ];
  });
  const span = fixedLength(bars.interval)!;
  const last = rows.at(-1)?.[0];
  // Coins trade at every hour, so further bars may follow.
  if (symbol === "BTCUSD" && last !== undefined && last + span > opens) rows.push([last + span, 7, 9, 6, 8, 1, 8]);
  return { symbol, bars: barsOf(bars.interval, rows) };
}

function rowsOf({ time, open, high, low, close, volume }: Bars): number[][] {
  return Array.from(time, (start, i) => [start, open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!]);
}

function hourAfter(now: number): number {
  return (Math.floor(now / 3_600_000) + 1) * 3_600_000;
}
