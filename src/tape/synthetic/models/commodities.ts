import { roundTheClock } from "../activity.ts";
import type { InstrumentModel } from "./model.ts";

interface FutureModel {
  readonly title: string;
  readonly exchange: string;
  readonly unit: string;
  readonly multiplier: number;
  readonly tick: number;
  readonly decimals: number;
  /** `YYYY-MM`; left out for contracts joined into one series. */
  readonly contractMonth?: string;
  readonly listed?: string;
  readonly startPrice: number;
  readonly shared: number;
  readonly own: number;
  readonly hourlyVolume: number;
}

/** A future of the American exchanges, nearly around the clock. */
function future(
  symbol: string,
  { title, exchange, unit, multiplier, tick, decimals, contractMonth, ...model }: FutureModel,
): InstrumentModel {
  return {
    instrument: {
      symbol,
      name: `${title} (synthetic)`,
      assetClass: "commodity",
      exchange,
      zone: "America/Chicago",
      calendar: "CMES",
      currency: "USD",
      currencyDecimals: 2,
      decimals,
      tick,
      lot: 1,
      multiplier,
      priceBasis: "raw",
      base: symbol,
      unit,
      contractMonth: contractMonth ?? "",
      continuous: contractMonth === undefined,
    },
    factor: "commodities",
    drift: 0,
    nightShare: 0.05,
    stepMinutes: 60,
    activity: roundTheClock(0.68),
    ...model,
  };
}

export const FUTURES: readonly InstrumentModel[] = [
  future("CL=F", {
    title: "Crude oil, joined futures",
    exchange: "XNYM",
    unit: "barrel",
    multiplier: 1000,
    tick: 0.01,
    decimals: 2,
    startPrice: 200,
    shared: 0.013,
    own: 0.016,
    hourlyVolume: 14_000,
  }),
  future("GC=F", {
    title: "Gold, joined futures",
    exchange: "XCEC",
    unit: "troy ounce",
    multiplier: 100,
    tick: 0.1,
    decimals: 1,
    startPrice: 1000,
    shared: 0.006,
    own: 0.006,
    hourlyVolume: 8000,
  }),
  future("SIH24", {
    title: "Silver, future of March 2024",
    exchange: "XCEC",
    unit: "troy ounce",
    multiplier: 5000,
    tick: 0.005,
    decimals: 3,
    contractMonth: "2024-03",
    listed: "2023-01-03",
    startPrice: 10,
    shared: 0.011,
    own: 0.01,
    hourlyVolume: 3000,
  }),
];
