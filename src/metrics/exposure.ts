import type { Performance } from "./performance.ts";
import { defineMetric } from "./define.ts";

/** Returns the mean over sessions of (long + weight·short) / equity; NaN without sessions, and if a session ended without equity. */
function meanExposure({ equity, sessions, positionValues }: Performance, shortWeight: 1 | -1): number {
  const { long, short } = positionValues;
  if (long.length !== sessions.length) return NaN;
  let total = 0;
  for (let i = 0; i < sessions.length; i++) {
    const value = equity[sessions[i]!]!;
    if (!(value > 0)) return NaN;
    total += (long[i]! + shortWeight * short[i]!) / value;
  }
  return total / sessions.length;
}

function exposureOf(recordsInMarket: number, records: number): number {
  return recordsInMarket / records;
}

/**
 * Exposure: fraction of records at which any position was held.
 *
 * Formula: records in the market / records; a fraction. NaN without records.
 *
 * @example
 * metrics.exposure(30, 120); // 0.25
 */
export const exposure = defineMetric({
  name: "exposure",
  title: "Exposure",
  group: "risk",
  unit: "fraction",
  formula: "records with any position / records",
  convention:
    "Measures time in the market, not money: a position of one share counts like one of the whole equity. A trade that opens and closes inside one bar is not counted. A position closed at the end of the run counts in the last record. Missing without records.",
  better: "neither",
  compute: ({ recordsInMarket, equity }) => exposureOf(recordsInMarket, equity.length),
  call: exposureOf,
});

/** Gross exposure: value of long and short positions, relative to equity. */
export const grossExposure = defineMetric({
  name: "gross-exposure",
  title: "Gross exposure",
  group: "risk",
  unit: "fraction",
  formula: "mean over sessions of (value of long positions + value of short positions) / equity",
  convention:
    "Positions are valued at the last price of each session; cash is not included. Above 1 with borrowed money. Missing without sessions, if positions are unknown, and if a session ended without equity.",
  better: "neither",
  inSummary: false,
  compute: (run) => meanExposure(run, 1),
});

/** Net exposure: value of long positions minus that of short positions, relative to equity. */
export const netExposure = defineMetric({
  name: "net-exposure",
  title: "Net exposure",
  group: "risk",
  unit: "fraction",
  formula: "mean over sessions of (value of long positions - value of short positions) / equity",
  convention:
    "Positions are valued at the last price of each session; cash is not included. Above 1 with borrowed money. Missing without sessions, if positions are unknown, and if a session ended without equity.",
  better: "neither",
  inSummary: false,
  compute: (run) => meanExposure(run, -1),
});
