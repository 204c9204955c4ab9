import { percentRank } from "../../../src/indicators/percent-rank.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const period = 100;

export const percentRankOracles: Oracles = {
  indicator: "percentRank",
  rows: (["atMost", "below"] as const).map((ties): OracleRow => ({
    oracle: "talib",
    compares: `the share of MOM over 1 to ${period} bars above 0${ties === "atMost" ? " or equal to 0" : ""}`,
    ours: ({ close }) => percentRank(close, period, { ties }),
    theirs({ close }) {
      const counts = close.slice(period).fill(0);
      for (let lag = 1; lag <= period; lag++) {
        const changes = real(talib.MOM({ inReal: close, timePeriod: lag }).output, lag);
        const last = changes.slice(-counts.length);
        last.forEach((change, i) => (counts[i]! += Number(change > 0 || (ties === "atMost" && change === 0))));
      }
      return counts.map((count) => (100 * count) / period);
    },
  })),
};
