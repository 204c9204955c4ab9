import type { Bars } from "hindcast";
import { requirePeer } from "../packages/load.ts";

interface Bar {
  readonly time: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly crossed: number;
}

interface Trade {
  readonly entryTime: Date;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly exitReason: string;
}

interface Grademark {
  readonly backtest: (
    strategy: {
      readonly entryRule: (enter: () => void, at: { readonly bar: Bar }) => void;
      readonly exitRule: (exit: () => void, at: { readonly bar: Bar }) => void;
    },
    bars: object,
  ) => Trade[];
}

/** A trade of Hindcast, with which trades of grademark are compared. */
interface OurTrade {
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
}

/** Prepares a run of grademark over bars with their crossings. `missing` returns the share of Hindcast's trades that grademark lacks. */
export function grademarkRun(
  bars: Bars,
  crossed: Int8Array,
): { readonly run: () => unknown; readonly missing: (ours: readonly OurTrade[]) => number } {
  const { backtest } = requirePeer("grademark") as Grademark;
  const { DataFrame } = requirePeer("data-forge") as { readonly DataFrame: new (rows: readonly Bar[]) => object };
  const rows = Array.from(crossed, (sign, i): Bar => ({
    time: new Date(bars.time[i]!),
    open: bars.open[i]!,
    high: bars.high[i]!,
    low: bars.low[i]!,
    close: bars.close[i]!,
    volume: bars.volume[i]!,
    crossed: sign,
  }));
  const frame = new DataFrame(rows);
  const run = () =>
    backtest(
      {
        entryRule: (enter, { bar }) => {
          if (bar.crossed > 0) enter();
        },
        exitRule: (exit, { bar }) => {
          if (bar.crossed < 0) exit();
        },
      },
      frame,
    );
  return {
    run,
    missing(ours) {
      const theirs = new Map(run().map((trade) => [trade.entryPrice, trade.exitPrice]));
      return ours.filter(({ entryPrice, exitPrice }) => theirs.get(entryPrice) !== exitPrice).length / ours.length;
    },
  };
}
