import type { RecordedQuotes } from "../../market/recorded-market.ts";
import { Draws } from "./draws.ts";
import { ticksPerUnit } from "./price-steps.ts";
import type { SimulatedInstrument } from "./simulated-instrument.ts";

const HOUR = 3_600_000;
/** Spreads at the ends of a session, where one trading place hands over to the next, over those at its best hour. */
const ENDS = 4;
/** The best hour, as a share of the session. */
const BEST = 0.7;
const LOT = 1_000_000;

/**
 * Bid and ask around the close of every fine bar, and before there are fine ones at each session's close: never crossed, wider in the hours when
 * nobody is there.
 */
export function bidAsk(simulated: SimulatedInstrument, seed: number): RecordedQuotes | undefined {
  const { model, sessions, daily, fine } = simulated;
  if (model.spread === undefined) return undefined;
  const ticks = ticksPerUnit(model.instrument);
  const draws = new Draws(seed, model.instrument.symbol, "spread");
  const rows: number[][] = [];
  const quote = (time: number, price: number, share: number): void => {
    const distance = share < BEST ? (BEST - share) / BEST : (share - BEST) / (1 - BEST);
    const wide = 1 + (ENDS - 1) * distance * distance;
    const spread = Math.max(1, Math.round(model.spread!.ticks * wide * (0.8 + 0.4 * draws.uniform())));
    const bid = Math.round(price * ticks) - Math.floor(spread / 2);
    const size = () => LOT * (1 + Math.floor(10 * draws.uniform()));
    rows.push([time, bid / ticks, (bid + spread) / ticks, size(), size()]);
  };
  const firstFine = fine?.time[0] ?? Infinity;
  let row = 0;
  for (let i = 0; i < sessions.length; i++) {
    const open = sessions.open[i]!;
    const close = sessions.close[i]!;
    if (open < firstFine) {
      quote(close, daily.close[i]!, 1);
      continue;
    }
    for (; row < fine!.length && fine!.time[row]! < close; row++) {
      const time = Math.min(close, fine!.time[row]! + HOUR);
      quote(time, fine!.close[row]!, (time - open) / (close - open));
    }
  }
  const column = (at: number) => Float64Array.from(rows, (values) => values[at]!);
  return {
    symbol: model.instrument.symbol,
    time: column(0),
    bid: column(1),
    ask: column(2),
    bidSize: column(3),
    askSize: column(4),
  };
}
