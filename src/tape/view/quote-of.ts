import type { Quote } from "../../market/market-view.ts";
import { lastUpTo } from "../../primitives/rising.ts";
import type { MarketStatus } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import type { Datum, InstrumentTape } from "./instrument-tape.ts";
import { type Position, positionOf } from "./position.ts";
import { rangesOf } from "./price-ranges.ts";
import { previousCloseOf, sessionSoFar } from "./session-so-far.ts";

/** The last price and the last price a day before; read before the next question overwrites them. */
const last: Datum = { price: NaN, time: -Infinity, day: 0 };
const dayAgo: Datum = { price: NaN, time: -Infinity, day: 0 };

/** What is known of an instrument's price at a position, in the units of the session of then. */
export function quoteOf(tape: InstrumentTape, at: Position, status: MarketStatus): Quote {
  const { instrument, splits } = tape;
  const { symbol } = instrument;
  tape.last(at, last);
  const today = tape.today(at, last);
  const price = splits.price(last.price, last.day, today);
  const session = sessionSoFar(tape, today);
  const ranges = rangesOf(tape, at, today);
  tape.last(positionOf(at.now - DAY_MS, 7), dayAgo, "dayAgo");
  const eps = earningsOf(tape, at, today);
  const row = quoteRow(tape, at);
  const quoted = row < 0 ? undefined : tape.quotes;
  const quoteDay = quoted === undefined || splits.none ? today : tape.days.of(quoted.time[row]!);
  return {
    symbol,
    price,
    bid: quoted === undefined ? NaN : splits.price(quoted.bid[row]!, quoteDay, today),
    ask: quoted === undefined ? NaN : splits.price(quoted.ask[row]!, quoteDay, today),
    previousClose: previousCloseOf(tape, today),
    sessionOpen: session.open,
    sessionHigh: session.high,
    sessionLow: session.low,
    volume: session.volume,
    week52High: ranges.high,
    week52Low: ranges.low,
    allTimeHigh: ranges.allTimeHigh,
    allTimeHighTime: ranges.allTimeHighTime,
    price24hAgo: dayAgo.time > -Infinity ? splits.price(dayAgo.price, dayAgo.day, today) : NaN,
    volume24h: volumeOfDay(tape, today),
    marketCap: price * unitsOutstanding(tape, at, today),
    peRatio: eps > 0 ? price / eps : NaN,
    status,
    time: last.time,
  };
}

/** Volume of the bars that closed within 24 hours, of the finest series that has such bars. Called when all series stand where they must. */
function volumeOfDay(tape: InstrumentTape, today: number): number {
  for (const { series, now, dayAgo: before } of tape.barTracks) {
    if (now.closed > before.closed) return series.volume(before.closed + 1, now.closed + 1, today);
  }
  return 0;
}

/** The last recorded quote; -1 where there is none. */
function quoteRow(tape: InstrumentTape, at: Position): number {
  const time = tape.quotes?.time;
  return time === undefined ? -1 : lastUpTo(time, at.opens, time.length - 1);
}

/** Shares known at a position, restated for splits since, or the circulating supply; NaN where neither is known. */
function unitsOutstanding({ shares, supply, splits, days }: InstrumentTape, at: Position, today: number): number {
  if (shares?.seek(at.opens) === true) {
    return splits.none ? shares.number : splits.shares(shares.number, shares.day(days), today);
  }
  return supply?.seek(at.opens) === true ? supply.number : NaN;
}

/** Earnings a share known at a position, restated for splits since; NaN where none are known. */
function earningsOf({ earnings, splits, days }: InstrumentTape, at: Position, today: number): number {
  if (earnings?.seek(at.opens) !== true) return NaN;
  return splits.none ? earnings.number : splits.price(earnings.number, earnings.day(days), today);
}
