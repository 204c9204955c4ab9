import { ChandelierExit } from "technicalindicators";
import { ChandelierExit as SignalsExit } from "trading-signals";
import { chandelier } from "../../../src/indicators/chandelier.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 22;

type Exits = Readonly<Record<"exitLong" | "exitShort", number>>;

const OUTPUTS = [
  { ours: "long", plain: "exitLong" },
  { ours: "short", plain: "exitShort" },
] as const;

export const chandelierOracles: Oracles = {
  indicator: "chandelier",
  rows: OUTPUTS.flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `MAX, MIN and ATR as ${output.ours}`,
      ours: ({ high, low, close }) => chandelier(high, low, close)[output.ours],
      theirs({ high, low, close }) {
        const ranges = real(talib.ATR({ high, low, close, timePeriod: period }).output, period);
        const extremes =
          output.ours === "long"
            ? talib.MAX({ inReal: high, timePeriod: period })
            : talib.MIN({ inReal: low, timePeriod: period });
        const side = output.ours === "long" ? -3 : 3;
        return real(extremes.output, period - 1)
          .slice(1)
          .map((extreme, i) => extreme + side * ranges[i]!);
      },
    },
    {
      oracle: "technicalindicators",
      compares: `ChandelierExit ${output.plain}`,
      ours: ({ high, low, close }) => chandelier(high, low, close)[output.ours],
      theirs: ({ high, low, close }) =>
        // The library declares numbers, but returns objects.
        (ChandelierExit.calculate({ high, low, close, period, multiplier: 3 }) as unknown as Exits[]).map(
          (value) => value[output.plain],
        ),
    },
    {
      oracle: "trading-signals",
      compares: `ChandelierExit ${output.ours}, with firstTr highLow`,
      ours: ({ high, low, close }) => chandelier(high, low, close, { firstTr: "highLow" })[output.ours],
      theirs({ high, low, close }) {
        const signals = new SignalsExit({ interval: period, multiplier: 3 });
        return high.map(
          (top, i) => signals.update({ high: top, low: low[i]!, close: close[i]! }, false)?.[output.ours],
        );
      },
    },
  ]),
};
