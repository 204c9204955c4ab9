import { roundTheClock } from "../activity.ts";
import type { InstrumentModel, SupplyModel } from "./model.ts";

interface CoinModel {
  readonly title: string;
  readonly startPrice: number;
  readonly shared: number;
  readonly own: number;
  readonly hourlyVolume: number;
  readonly supply: SupplyModel;
}

/** A coin against US dollars, on every day of the week, in days of UTC. */
function coin(base: string, { title, ...model }: CoinModel): InstrumentModel {
  return {
    instrument: {
      symbol: `${base}USD`,
      name: `${title} (synthetic)`,
      assetClass: "crypto",
      exchange: "SYNTHETIC",
      zone: "UTC",
      calendar: "24/7",
      currency: "USD",
      currencyDecimals: 2,
      decimals: 2,
      tick: 0.01,
      lot: 0.0001,
      multiplier: 1,
      priceBasis: "raw",
      base,
      unit: "",
      contractMonth: "",
      continuous: false,
    },
    factor: "crypto",
    drift: 0.0009,
    nightShare: 0,
    stepMinutes: 60,
    activity: roundTheClock(0.62),
    ...model,
  };
}

export const COINS: readonly InstrumentModel[] = [
  coin("BTC", {
    title: "Bitcoin",
    startPrice: 1000,
    shared: 0.026,
    own: 0.008,
    hourlyVolume: 1500,
    supply: { circulating: 18_000_000, total: 18_000_000, added: 330_000 },
  }),
  coin("ETH", {
    title: "Ether",
    startPrice: 100,
    shared: 0.031,
    own: 0.016,
    hourlyVolume: 20_000,
    supply: { circulating: 110_000_000, total: 110_000_000, added: 2_000_000 },
  }),
  coin("SOL", {
    title: "Solana",
    startPrice: 500,
    shared: 0.034,
    own: 0.032,
    hourlyVolume: 150_000,
    supply: { circulating: 300_000_000, total: 500_000_000, added: 30_000_000 },
  }),
];
