import { decimalsOf } from "../../../market/currency-decimals.ts";
import { roundTheClock } from "../activity.ts";
import type { InstrumentModel } from "./model.ts";

interface PairModel {
  readonly title: string;
  readonly startPrice: number;
  readonly tick: number;
  readonly decimals: number;
  /** Against a stronger dollar it falls: below 0. */
  readonly shared: number;
  readonly own: number;
  readonly spreadTicks: number;
}

/** A pair of currencies, from Sunday evening to Friday evening in New York. Bars are of the middle between bid and ask; nobody counts volume. */
function pair(base: string, quote: string, model: PairModel): InstrumentModel {
  return {
    instrument: {
      symbol: `${base}${quote}`,
      name: `${model.title} (synthetic)`,
      assetClass: "forex",
      exchange: "SYNTHETIC",
      zone: "America/New_York",
      calendar: "FX",
      currency: quote,
      currencyDecimals: decimalsOf(quote),
      decimals: model.decimals,
      tick: model.tick,
      lot: 1,
      multiplier: 1,
      priceBasis: "raw",
      base: `${base}${quote}`,
      unit: "",
      contractMonth: "",
      continuous: false,
    },
    factor: "dollar",
    startPrice: model.startPrice,
    shared: model.shared,
    own: model.own,
    drift: 0,
    nightShare: 0.1,
    stepMinutes: 60,
    activity: roundTheClock(0.7),
    hourlyVolume: 0,
    spread: { ticks: model.spreadTicks },
  };
}

export const PAIRS: readonly InstrumentModel[] = [
  pair("EUR", "USD", {
    title: "Euro in US dollars",
    startPrice: 2,
    tick: 0.00001,
    decimals: 5,
    shared: -0.0038,
    own: 0.002,
    spreadTicks: 6,
  }),
  pair("GBP", "USD", {
    title: "Pound in US dollars",
    startPrice: 3,
    tick: 0.00001,
    decimals: 5,
    shared: -0.004,
    own: 0.003,
    spreadTicks: 9,
  }),
  pair("USD", "JPY", {
    title: "US dollar in yen",
    startPrice: 50,
    tick: 0.001,
    decimals: 3,
    shared: 0.0035,
    own: 0.003,
    spreadTicks: 8,
  }),
];
