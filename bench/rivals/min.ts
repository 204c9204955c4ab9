import * as indicatorts from "indicatorts";
import { Lowest } from "technicalindicators";
import type { Rival } from "./rival.ts";

export const minRival: Rival = {
  indicator: "min",
  technicalindicators: ({ closes }) => Lowest.calculate({ values: closes, period: 30 }),
  indicatorts: ({ closes }) => indicatorts.mmin(closes, { period: 30 }),
};
