import { KST } from "technicalindicators";
import * as signals from "trading-signals";
import type { Rival } from "./rival.ts";

export const kstRival: Rival = {
  indicator: "kst",
  technicalindicators: ({ closes }) =>
    KST.calculate({
      values: closes,
      ROCPer1: 10,
      ROCPer2: 15,
      ROCPer3: 20,
      ROCPer4: 30,
      SMAROCPer1: 10,
      SMAROCPer2: 10,
      SMAROCPer3: 10,
      SMAROCPer4: 15,
      signalPeriod: 9,
    }),
  // Without a signal line.
  tradingSignals({ closes }) {
    const stream = new signals.KST();
    let last;
    for (const close of closes) last = stream.update(close, false);
    return last;
  },
};
