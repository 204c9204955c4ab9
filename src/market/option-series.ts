import { Bars } from "./bars.ts";
import type { Series } from "./market-data.ts";
import { contractsOf, type RecordedContract } from "./option-contracts.ts";
import type { RecordedChain, RecordedInstrument } from "./recorded-market.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";

/**
 * Returns the contracts of an option chain as tradable series. Each has the bids and asks of its snapshots, beginning with the last
 * snapshot at or before `from`. Orders work during the sessions of the underlying and fill only at snapshots.
 */
export function optionSeries(
  chain: RecordedChain,
  underlying: Series,
  instruments: ReadonlyMap<string, RecordedInstrument>,
  from: number,
): Series[] {
  const schedule = scheduleOf(underlying.bars, underlying.calendar);
  return contractsOf(chain).flatMap((contract) => {
    const instrument = instruments.get(contract.symbol);
    // Contracts that expired before the run are left out.
    if (instrument?.option?.underlying !== chain.symbol || contract.expiration * DAY_MS + DAY_MS < from) return [];
    return [seriesOf(chain, contract, instrument, schedule, from)];
  });
}

function seriesOf(
  chain: RecordedChain,
  { rows }: RecordedContract,
  instrument: RecordedInstrument,
  { sessionOpen, sessionClose }: Schedule,
  from: number,
): Series {
  const pick = (valueOf: (row: number) => number): Float64Array => Float64Array.from(rows, valueOf);
  const time = pick((row) => chain.time[row]!);
  const close = pick((row) => (chain.bid[row]! + chain.ask[row]!) / 2);
  // A bar opens at the midpoint of the earlier snapshot, since nothing else is known until the later one.
  const open = close.map((price, i) => (i === 0 ? price : close[i - 1]!));
  const bars = new Bars("1m", {
    time: time.map((instant, i) => (i === 0 ? instant - 1 : time[i - 1]!)),
    open,
    high: open.map((price, i) => Math.max(price, close[i]!)),
    low: open.map((price, i) => Math.min(price, close[i]!)),
    close,
    // A contract without recorded volume did not trade.
    volume: pick((row) => (Number.isNaN(chain.volume[row]) ? 0 : chain.volume[row]!)),
  });
  const first = Math.max(0, lastAtOrBefore(time, from, -1));
  return {
    instrument,
    bars: bars.slice(first),
    quotes: {
      time: time.subarray(first),
      // A bid of 0 means that there is no bid.
      bid: pick((row) => (chain.bid[row]! > 0 ? chain.bid[row]! : NaN)).subarray(first),
      ask: pick((row) => chain.ask[row]!).subarray(first),
      sessionOpen,
      sessionClose,
    },
  };
}
