import type { MarketData } from "../../market/market-data.ts";
import { Digest, digestOf } from "../../primitives/sha256.ts";

const known = new WeakMap<MarketData, string>();

/** SHA-256 over everything in market data that a run may see, computed once. */
export function dataChecksum(data: MarketData): string {
  const { checksum } = data as { readonly checksum?: unknown };
  let sum = known.get(data);
  if (sum === undefined) {
    const series = data.series.map(({ instrument, bars, actions, calendar, priceBasis }) => {
      const digest = new Digest().text(bars.interval);
      for (const column of [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume]) digest.column(column);
      return { instrument, bars: digest.hex(), actions, calendar: calendar?.name, priceBasis };
    });
    series.sort((a, b) => (a.instrument.symbol < b.instrument.symbol ? -1 : 1));
    known.set(data, (sum = digestOf({ series, recording: checksum })));
  }
  return sum;
}
