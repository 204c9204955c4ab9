import { ROC } from "technicalindicators";
import { VROC as SignalsVROC } from "trading-signals";
import { volumeRoc } from "../../../src/indicators/volume-roc.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 14;
const ours: OracleRow["ours"] = ({ volume }) => volumeRoc(volume.map(traded), period);

/** Volume plus 1, since libraries differ in their result after a volume of zero. */
function traded(volume: number): number {
  return volume + 1;
}

export const volumeRocOracles: Oracles = {
  indicator: "volumeRoc",
  rows: [
    {
      oracle: "talib",
      compares: "ROC of the volume",
      ours,
      theirs: ({ volume }) => real(talib.ROC({ inReal: volume.map(traded), timePeriod: period }).output, period),
    },
    {
      oracle: "technicalindicators",
      compares: "ROC of the volume",
      ours,
      theirs: ({ volume }) => ROC.calculate({ values: volume.map(traded), period }),
    },
    {
      oracle: "trading-signals",
      compares: "VROC",
      ours,
      theirs({ volume }) {
        const signals = new SignalsVROC(period);
        return volume.map((value) => signals.update(traded(value), false));
      },
    },
  ],
};
