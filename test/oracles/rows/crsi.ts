import { ConnorsRSI } from "trading-signals";
import { crsi } from "../../../src/indicators/crsi.ts";
import type { OracleRow, Oracles } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

const RANK = 100;

export const crsiOracles: Oracles = {
  indicator: "crsi",
  rows: [
    ...(["atMost", "below"] as const).map((ties): OracleRow => ({
      oracle: "talib",
      compares: `RSI of the price, RSI of the streak, and the rank of ROC with ties ${ties}`,
      ours: ({ close }) => crsi(close, { ties }),
      theirs({ close }) {
        const changes = real(talib.ROC({ inReal: close, timePeriod: 1 }).output, 1);
        let streak = 0;
        const streaks = changes.map((change) => {
          const way = Math.sign(change);
          streak = way !== 0 && way === Math.sign(streak) ? streak + way : way;
          return streak;
        });
        const ranks = changes.slice(RANK).map((change, i) => {
          const before = changes.slice(i, i + RANK);
          const counted = before.filter((other) => other < change || (ties === "atMost" && other === change));
          return (100 * counted.length) / RANK;
        });
        const price = real(talib.RSI({ inReal: close, timePeriod: 3 }).output, 3).slice(-ranks.length);
        const run = real(talib.RSI({ inReal: streaks, timePeriod: 2 }).output, 2).slice(-ranks.length);
        return ranks.map((rank, i) => (price[i]! + run[i]! + rank) / 3);
      },
    })),
    {
      oracle: "trading-signals",
      compares: "ConnorsRSI, with ties below",
      ours: ({ close }) => crsi(close, { ties: "below" }),
      theirs({ close }) {
        const signals = new ConnorsRSI();
        return close.map((price) => signals.update(price, false));
      },
    },
  ],
};
