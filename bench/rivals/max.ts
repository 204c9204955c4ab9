import * as indicatorts from "indicatorts";
import { Highest } from "technicalindicators";
import type { Rival } from "./rival.ts";

export const maxRival: Rival = {
  indicator: "max",
  technicalindicators: ({ closes }) => Highest.calculate({ values: closes, period: 30 }),
  indicatorts: ({ closes }) => indicatorts.mmax(closes, { period: 30 }),
};
