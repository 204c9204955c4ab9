import { EMA, PVO } from "trading-signals";
import { pvo } from "../../../src/indicators/pvo.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

export const pvoOracles: Oracles = {
  indicator: "pvo",
  rows: (["pvo", "signal", "histogram"] as const).flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `EMA of the volume, and EMA of their distance in percent, as ${output}`,
      ours: ({ volume }) => pvo(volume)[output],
      theirs({ volume }) {
        const slow = talibEma(volume, 26);
        const fast = talibEma(volume, 12).slice(-slow.length);
        const line = slow.map((average, i) => (100 * (fast[i]! - average)) / average);
        const signal = talibEma(line, 9);
        if (output === "pvo") return line;
        return output === "signal" ? signal : signal.map((average, i) => line[i + 8]! - average);
      },
    },
    {
      oracle: "trading-signals",
      compares: `PVO and its EMA as ${output}, whose averages start with the first value, after the initial averages have faded`,
      ours: ({ volume }) => pvo(volume)[output],
      theirs({ volume }) {
        const signals = new PVO({ fastPeriod: 12, slowPeriod: 26 });
        const average = new EMA(9);
        return volume.map((units) => {
          const line = signals.update(units, false);
          const signal = line === null ? null : average.update(line, false);
          if (line === null || signal === null) return null;
          return { pvo: line, signal, histogram: line - signal }[output];
        });
      },
      from: 600,
    },
  ]),
};

function talibEma(values: number[], period: number): number[] {
  return real(talib.EMA({ inReal: values, timePeriod: period }).output, period - 1);
}
