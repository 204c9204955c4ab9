import { Bars } from "../../market/bars.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { instrument } from "../../market/instrument.ts";
import type { Series } from "../../market/market-data.ts";

/**
 * What stands for instruments where none can be traded: a run needs a bar. It has one, in which nothing is traded, and no symbol, so that no order can
 * name it: an account has its cash.
 */
export function nothingTradable(currency: string, time: number): Series {
  const price = Float64Array.of(1);
  const columns = { time: Float64Array.of(time), open: price, high: price, low: price, close: price };
  return {
    instrument: instrument("", { currency, currencyDecimals: decimalsOf(currency) }),
    bars: new Bars("1d", { ...columns, volume: Float64Array.of(0) }),
  };
}
