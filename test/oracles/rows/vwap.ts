import { VWAP } from "technicalindicators";
import { VWAP as SignalsVWAP } from "trading-signals";
import { vwap } from "../../../src/indicators/vwap.ts";
import type { BarColumns } from "../../support/series.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { streamBars } from "../stream-bars.ts";

/** Number of bars per session. No session starts with a bar without volume. */
const SESSION = 120;

export const vwapOracles: Oracles = {
  indicator: "vwap",
  rows: [
    {
      oracle: "technicalindicators",
      compares: "VWAP over all bars",
      ours: ({ high, low, close, volume }) => vwap(high, low, close, volume, new Float64Array(close.length)).vwap,
      theirs: ({ high, low, close, volume }) => VWAP.calculate({ high, low, close, volume }),
    },
    {
      oracle: "trading-signals",
      compares: "VWAP restarted with each session, repeating the last value on bars without volume",
      ours: (bars) => sessions(bars).vwap,
      theirs: (bars) => eachSession(bars, averages),
    },
    ...(["upper", "lower"] as const).map((band): OracleRow => ({
      oracle: "trading-signals",
      compares: `VWAP of the prices and of their squares, relative to the first price of the session, as ${band} band`,
      ours: (bars) => sessions(bars)[band],
      theirs: (bars) =>
        eachSession(bars, (session) => {
          const means = averages(session);
          const first = typicalOf(session)[0]!;
          const distances = averagesOf(session, (price) => price - first);
          const squares = averagesOf(session, (price) => (price - first) ** 2);
          const side = band === "upper" ? 2 : -2;
          return means.map((mean, i) => mean + side * Math.sqrt(Math.max(0, squares[i]! - distances[i]! ** 2)));
        }),
    })),
  ],
};

function sessions({ high, low, close, volume }: BarColumns): Record<"vwap" | "upper" | "lower", Float64Array> {
  const anchor = close.map((_, i) => Math.floor(i / SESSION));
  return vwap(high, low, close, volume, anchor, 2);
}

function eachSession(bars: PlainBars, of: (session: PlainBars) => number[]): number[] {
  const values: number[] = [];
  for (let start = 0; start < bars.close.length; start += SESSION) {
    const cut = (column: number[]) => column.slice(start, start + SESSION);
    const { open, high, low, close, volume } = bars;
    values.push(...of({ open: cut(open), high: cut(high), low: cut(low), close: cut(close), volume: cut(volume) }));
  }
  return values;
}

function averages(bars: PlainBars): number[] {
  let last = NaN;
  return streamBars(new SignalsVWAP(), bars).map((value) => (last = value ?? last));
}

/** Volume-weighted averages of a function of the typical price, computed by trading-signals. */
function averagesOf(bars: PlainBars, made: (typical: number) => number): number[] {
  const prices = typicalOf(bars).map(made);
  return averages({ ...bars, high: prices, low: prices, close: prices });
}

function typicalOf({ high, low, close }: PlainBars): number[] {
  return close.map((price, i) => (high[i]! + low[i]! + price) / 3);
}
