import { StochasticRSI } from "technicalindicators";
import { StochasticRSI as SignalsStochasticRSI } from "trading-signals";
import type { Rival } from "./rival.ts";

export const stochrsiRival: Rival = {
  indicator: "stochrsi",
  technicalindicators: ({ closes }) =>
    StochasticRSI.calculate({ values: closes, rsiPeriod: 14, stochasticPeriod: 14, kPeriod: 3, dPeriod: 3 }),
  tradingSignals({ closes }) {
    const stream = new SignalsStochasticRSI(14);
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
