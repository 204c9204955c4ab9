import { defineMetric } from "./define.ts";

/**
 * How much of the time money was at work: the share of records at which any position was held.
 *
 * Formula: records in the market / records; a fraction. NaN without records.
 *
 * @example
 * exposure(30, 120); // 0.25
 */
export function exposure(recordsInMarket: number, records: number): number {
  return recordsInMarket / records;
}

/** Share of time in the market. */
export const exposureMetric = defineMetric({
  name: "exposure",
  title: "Exposure",
  group: "risk",
  unit: "fraction",
  formula: "records with any position / records",
  convention:
    "Time in the market, not money: a position of one share counts like one of all the equity. A trade that opens and closes inside one bar is seen by no record; what is closed at the end of the run was held at its last. Missing without records.",
  better: "neither",
  compute: ({ recordsInMarket, equity }) => exposure(recordsInMarket, equity.length),
});
