import { seriesFacts } from "../../engine/fingerprint.ts";
import type { MarketData } from "../../market/market-data.ts";
import { digestOf } from "../../primitives/sha256.ts";

const known = new WeakMap<MarketData, string>();

/** SHA-256 over everything in market data that a run may see, computed once. */
export function dataChecksum(data: MarketData): string {
  const { checksum } = data as { readonly checksum?: unknown };
  let sum = known.get(data);
  if (sum === undefined) {
    const rates = data.rates && seriesFacts(data.rates);
    known.set(data, (sum = digestOf({ series: seriesFacts(data.series), rates, recording: checksum })));
  }
  return sum;
}
