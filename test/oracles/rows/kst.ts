import { KST } from "technicalindicators";
import { KST as SignalsKST, SMA } from "trading-signals";
import { kst } from "../../../src/indicators/kst.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const SPANS = [
  { roc: 10, sma: 10 },
  { roc: 15, sma: 10 },
  { roc: 20, sma: 10 },
  { roc: 30, sma: 15 },
] as const;
const FIRST = 44;

export const kstOracles: Oracles = {
  indicator: "kst",
  rows: (["kst", "signal"] as const).flatMap((output): OracleRow[] => [
    {
      oracle: "talib",
      compares: `ROC and SMA as ${output}`,
      ours: ({ close }) => kst(close)[output],
      theirs(bars) {
        const line = talibKst(bars);
        return output === "kst" ? line : real(talib.SMA({ inReal: line, timePeriod: 9 }).output, 8);
      },
    },
    {
      oracle: "technicalindicators",
      compares: `KST ${output}, which leaves out a signal of 0`,
      ours: ({ close }) => kst(close)[output],
      theirs: ({ close }) =>
        KST.calculate({
          values: close,
          ROCPer1: 10,
          ROCPer2: 15,
          ROCPer3: 20,
          ROCPer4: 30,
          SMAROCPer1: 10,
          SMAROCPer2: 10,
          SMAROCPer3: 10,
          SMAROCPer4: 15,
          signalPeriod: 9,
        }).map((value, i) => value[output] ?? (i < 8 ? undefined : 0)),
    },
    {
      oracle: "trading-signals",
      compares: `KST and its SMA as ${output}`,
      ours: ({ close }) => kst(close)[output],
      theirs({ close }) {
        const signals = new SignalsKST();
        const average = new SMA(9);
        return close.map((price) => {
          const line = signals.update(price, false);
          if (line === null || output === "kst") return line;
          return average.update(line, false);
        });
      },
    },
  ]),
};

function talibKst({ close }: PlainBars): number[] {
  const sum = close.slice(FIRST).fill(0);
  SPANS.forEach(({ roc, sma }, i) => {
    const changes = real(talib.ROC({ inReal: close, timePeriod: roc }).output, roc);
    const averages = real(talib.SMA({ inReal: changes, timePeriod: sma }).output, sma - 1).slice(-sum.length);
    averages.forEach((average, at) => (sum[at]! += (i + 1) * average));
  });
  return sum;
}
