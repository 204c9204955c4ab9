import { FisherTransform } from "trading-signals";
import { fisher } from "../../../src/indicators/fisher.ts";
import type { BarColumns } from "../../support/series.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 10;

export const fisherOracles: Oracles = {
  indicator: "fisher",
  rows: (["fisher", "trigger"] as const).flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `MEDPRICE, MAX and MIN combined to ${output}`,
      ours: ({ high, low }) => fisher(high, low, period)[output],
      theirs({ high, low }) {
        const median = real(talib.MEDPRICE({ high, low }).output, 0);
        const highest = real(talib.MAX({ inReal: median, timePeriod: period }).output, period - 1);
        const lowest = real(talib.MIN({ inReal: median, timePeriod: period }).output, period - 1);
        let position = 0;
        let value = 0;
        const values = highest.map((top, i) => {
          const height = top - lowest[i]!;
          const place = height === 0 ? 0.5 : (median[i + period - 1]! - lowest[i]!) / height;
          position = 0.66 * (place - 0.5) + 0.67 * position;
          if (Math.abs(position) > 0.99) position = 0.999 * Math.sign(position);
          value = Math.atanh(position) + 0.5 * value;
          return value;
        });
        return output === "fisher" ? values : values.slice(0, -1);
      },
    },
    {
      oracle: "trading-signals",
      compares: `FisherTransform as ${output}, on bars that always move: a flat range counts as its lowest there`,
      ours: (bars) => {
        const { high, low } = movingBars(bars);
        return fisher(high, low, period)[output];
      },
      theirs({ high, low }) {
        const signals = new FisherTransform(period);
        let before: number | null = null;
        return high.map((top, i) => {
          const trigger = before;
          before = signals.update({ high: top * wave(i), low: low[i]! * wave(i) }, false);
          return output === "fisher" ? before : trigger;
        });
      },
    },
  ]),
};

function movingBars({ high, low }: BarColumns): { high: Float64Array; low: Float64Array } {
  return { high: high.map((top, i) => top * wave(i)), low: low.map((bottom, i) => bottom * wave(i)) };
}

function wave(i: number): number {
  return 1 + (i % 3) / 100;
}
