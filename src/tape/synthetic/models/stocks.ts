import { EXCHANGE_DAY } from "../activity.ts";
import type { InstrumentModel } from "./model.ts";

type StockModel = Omit<
  InstrumentModel,
  "instrument" | "factor" | "nightShare" | "stepMinutes" | "activity" | "drift"
> & {
  readonly title: string;
  readonly assetClass?: "stock" | "etf";
  readonly exchange?: string;
  /** Mean return of a year. */
  readonly yearlyDrift: number;
};

/** A stock of New York, in cents. Its name says that nothing of it is real but the ticker. */
function stock(symbol: string, { title, assetClass, exchange, yearlyDrift, ...model }: StockModel): InstrumentModel {
  return {
    instrument: {
      symbol,
      name: `${title} (synthetic)`,
      assetClass: assetClass ?? "stock",
      exchange: exchange ?? "XNAS",
      zone: "America/New_York",
      calendar: "XNYS",
      currency: "USD",
      currencyDecimals: 2,
      decimals: 2,
      tick: 0.01,
      lot: 1,
      multiplier: 1,
      priceBasis: "raw",
      base: symbol,
      unit: "",
      contractMonth: "",
      continuous: false,
    },
    factor: "stocks",
    nightShare: 0.25,
    stepMinutes: 1,
    activity: EXCHANGE_DAY,
    drift: yearlyDrift / 252,
    ...model,
  };
}

/** Between them they have all that a stock can have: splits both ways, dividends, a loss, a late listing, a new name, options. */
export const STOCKS: readonly InstrumentModel[] = [
  stock("AAPL", {
    title: "Apple",
    startPrice: 400,
    yearlyDrift: 0.12,
    shared: 0.011,
    own: 0.01,
    hourlyVolume: 2_000_000,
    splits: [{ date: "2023-11-06", ratio: 4 }],
    dividend: { yield: 0.008, growth: 0.05, month: 2, day: 9 },
    company: { shares: 4_000_000_000, earnings: 16, growth: 0.1, buyback: 0.03, reportDay: 25 },
    options: { longVolatility: 0.28, volume: 4000, greeks: true },
  }),
  stock("AMC", {
    title: "AMC Entertainment",
    exchange: "XNYS",
    startPrice: 80,
    yearlyDrift: -0.45,
    shared: 0.013,
    own: 0.032,
    hourlyVolume: 3_000_000,
    splits: [{ date: "2022-09-19", ratio: 0.1 }],
    company: { shares: 200_000_000, earnings: -6, growth: -0.1, buyback: -0.08, reportDay: 28 },
    renamed: { date: "2022-09-19", name: "AMC Holdings (synthetic)" },
  }),
  stock("AMZN", {
    title: "Amazon",
    startPrice: 300,
    yearlyDrift: 0.1,
    shared: 0.013,
    own: 0.013,
    hourlyVolume: 1_500_000,
    company: { shares: 3_000_000_000, earnings: 5, growth: 0.2, buyback: 0, reportDay: 27 },
  }),
  stock("ARM", {
    title: "Arm",
    listed: "2022-03-01",
    startPrice: 10,
    yearlyDrift: 0.3,
    shared: 0.014,
    own: 0.02,
    hourlyVolume: 900_000,
    company: { shares: 1_000_000_000, earnings: 0.25, growth: 0.3, buyback: 0, reportDay: 8 },
  }),
  stock("GOOGL", {
    title: "Alphabet",
    startPrice: 500,
    yearlyDrift: 0.1,
    shared: 0.011,
    own: 0.011,
    hourlyVolume: 800_000,
    splits: [{ date: "2022-06-06", ratio: 2 }],
    company: { shares: 2_000_000_000, earnings: 22, growth: 0.12, buyback: 0.02, reportDay: 24 },
  }),
  stock("KO", {
    title: "Coca-Cola",
    exchange: "XNYS",
    startPrice: 200,
    yearlyDrift: 0.05,
    shared: 0.006,
    own: 0.006,
    hourlyVolume: 600_000,
    dividend: { yield: 0.032, growth: 0.04, month: 3, day: 14 },
    company: { shares: 1_000_000_000, earnings: 9, growth: 0.05, buyback: 0.01, reportDay: 20 },
  }),
  stock("MSFT", {
    title: "Microsoft",
    startPrice: 100,
    yearlyDrift: 0.14,
    shared: 0.0105,
    own: 0.009,
    hourlyVolume: 1_800_000,
    dividend: { yield: 0.01, growth: 0.09, month: 2, day: 15 },
    company: { shares: 7_000_000_000, earnings: 3.2, growth: 0.12, buyback: 0.01, reportDay: 23 },
    options: { longVolatility: 0.26, volume: 3000, greeks: false },
  }),
  stock("SPY", {
    title: "S&P 500 fund",
    assetClass: "etf",
    exchange: "ARCX",
    startPrice: 1000,
    yearlyDrift: 0.08,
    shared: 0.0095,
    own: 0.0006,
    hourlyVolume: 4_000_000,
    dividend: { yield: 0.015, growth: 0.05, month: 3, day: 16 },
  }),
];
