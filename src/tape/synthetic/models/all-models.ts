/** Every instrument of the synthetic market, by symbol. One line a family. */
import { COINS } from "./crypto.ts";
import { FUTURES } from "./commodities.ts";
import type { InstrumentModel } from "./model.ts";
import { PAIRS } from "./pairs.ts";
import { STOCKS } from "./stocks.ts";

export const MODELS: readonly InstrumentModel[] = [...STOCKS, ...COINS, ...PAIRS, ...FUTURES].toSorted((a, b) =>
  a.instrument.symbol < b.instrument.symbol ? -1 : 1,
);
