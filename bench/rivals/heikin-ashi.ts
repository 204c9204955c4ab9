import { HeikinAshi } from "technicalindicators";
import type { Rival } from "./rival.ts";

export const heikinAshiRival: Rival = {
  indicator: "heikinAshi",
  // The time stamps it wants are copied along.
  technicalindicators: ({ opens, highs, lows, closes, volumes }) =>
    HeikinAshi.calculate({ open: opens, high: highs, low: lows, close: closes, volume: volumes, timestamp: volumes }),
};
