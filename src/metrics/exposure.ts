import type { Performance } from "./performance.ts";
import { defineMetric } from "./define.ts";

/** Mean over sessions of (long + weight·short) / equity; NaN without sessions, and when one ended with no equity. */
function meanExposure({ equity, sessions, positionValues }: Performance, shortWeight: 1 | -1): number {
  const { long, short } = positionValues;
  if (long.length !== sessions.length) return NaN;
  let total = 0;
  for (let i = 0; i < sessions.length; i++) {
    const worth = equity[sessions[i]!]!;
    if (!(worth > 0)) return NaN;
    total += (long[i]! + shortWeight * short[i]!) / worth;
  }
  return total / sessions.length;
}

function exposureOf(recordsInMarket: number, records: number): number {
  return recordsInMarket / records;
}

/**
 * How much of the time money was at work: the share of records at which any position was held.
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
    "Time in the market, not money: a position of one share counts like one of all the equity. A trade that opens and closes inside one bar is seen by no record; what is closed at the end of the run was held at its last. Missing without records.",
  better: "neither",
  compute: ({ recordsInMarket, equity }) => exposureOf(recordsInMarket, equity.length),
  call: exposureOf,
});

/** Money at work, of both directions. */
export const grossExposure = defineMetric({
  name: "gross-exposure",
  title: "Gross exposure",
  group: "risk",
  unit: "fraction",
  formula: "mean over sessions of (worth of long positions + worth of short ones) / equity",
  convention:
    "At the close of each session, at the last price, cash left out; above 1 with borrowed money. Missing without sessions, where positions are not known, and when a session ended with no equity.",
  better: "neither",
  inSummary: false,
  compute: (run) => meanExposure(run, 1),
});

/** Money at work, shorts against longs. */
export const netExposure = defineMetric({
  name: "net-exposure",
  title: "Net exposure",
  group: "risk",
  unit: "fraction",
  formula: "mean over sessions of (worth of long positions - worth of short ones) / equity",
  convention:
    "At the close of each session, at the last price, cash left out; above 1 with borrowed money. Missing without sessions, where positions are not known, and when a session ended with no equity.",
  better: "neither",
  inSummary: false,
  compute: (run) => meanExposure(run, -1),
});
