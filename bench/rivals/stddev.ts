import * as indicatorts from "indicatorts";
import { SD } from "technicalindicators";
import type { Rival } from "./rival.ts";

export const stddevRival: Rival = {
  indicator: "stddev",
  technicalindicators: ({ closes }) => SD.calculate({ values: closes, period: 20 }),
  indicatorts: ({ closes }) => indicatorts.movingStandardDeviation(closes, { period: 20 }),
};
