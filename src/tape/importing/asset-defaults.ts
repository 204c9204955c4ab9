import type { AssetClass } from "../../market/recorded-market.ts";
import type { PriceFloor } from "./sift-bars.ts";

/** What is taken of an instrument of a class where nobody says more. */
export interface AssetDefaults {
  readonly exchange: string;
  readonly calendar: string;
  /** 0 where prices have no step that all such instruments share. */
  readonly tick: number;
  readonly lot: number;
  readonly decimals: number;
  /** Prices that can be meant: a barrel of oil has cost less than nothing, a share has not. */
  readonly floor: PriceFloor;
}

const US_SHARE: AssetDefaults = {
  exchange: "XNYS",
  calendar: "XNYS",
  tick: 0.01,
  lot: 1,
  decimals: 2,
  floor: "above_zero",
};

/** By class: those of the United States, the market without a close, the week of foreign exchange. */
export const ASSET_DEFAULTS: Readonly<Record<AssetClass, AssetDefaults>> = {
  stock: US_SHARE,
  etf: US_SHARE,
  index: { ...US_SHARE, tick: 0 },
  option: { ...US_SHARE, floor: "not_negative" },
  crypto: { exchange: "CRYPTO", calendar: "24/7", tick: 0, lot: 1e-8, decimals: 8, floor: "above_zero" },
  forex: { exchange: "FX", calendar: "FX", tick: 0, lot: 1, decimals: 5, floor: "above_zero" },
  commodity: { exchange: "CMES", calendar: "CMES", tick: 0, lot: 1, decimals: 2, floor: "any" },
};

export const ASSET_CLASSES = Object.keys(ASSET_DEFAULTS) as readonly AssetClass[];
