import { seriesFacts } from "../../engine/fingerprint.ts";
import type { MarketData } from "../../market/market-data.ts";
import { digestOf } from "../../primitives/sha256.ts";

const known = new WeakMap<MarketData, string>();

/** SHA-256 over everything in market data that a run may see, and nothing else, whoever read them; computed once. */
export function dataChecksum(data: MarketData): string {
  let sum = known.get(data);
  if (sum === undefined) {
    const rates = data.rates && seriesFacts(data.rates);
    known.set(data, (sum = digestOf({ series: seriesFacts(data.series), rates })));
  }
  return sum;
}
