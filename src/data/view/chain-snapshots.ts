import type { Chain, ChainContract } from "../../market/market-view.ts";
import type { RecordedChain } from "../../market/recorded-market.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";

/** Snapshots of one expiration: their times in ascending order, and the rows of each. */
interface Snapshots {
  readonly time: Float64Array;
  /** Rows of snapshot i are from `start[i]` up to but not including `end[i]`. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Cache of chains by snapshot, limited to `KEPT_CHAINS`. */
  readonly made: Map<number, Chain>;
}

/** Number of cached chains per expiration. */
const KEPT_CHAINS = 4;

/** Creates a contract from a row of a chain, and computes values that were not recorded. */
export type ContractOf = (chain: RecordedChain, row: number) => ChainContract;

/** Recorded snapshots of one underlying's chain, by expiration. */
export class ChainSnapshots {
  readonly #recorded: RecordedChain;
  readonly #expirations: Float64Array;
  readonly #snapshots: readonly Snapshots[];

  constructor(recorded: RecordedChain) {
    this.#recorded = recorded;
    const found = new Map<number, { time: number[]; start: number[]; end: number[] }>();
    const { time, expiration } = recorded;
    for (let row = 0; row < time.length; row++) {
      const isSameSnapshot = row > 0 && time[row] === time[row - 1] && expiration[row] === expiration[row - 1];
      const snapshots = getOrCreate(found, expiration[row]!, () => ({ time: [], start: [], end: [] }));
      if (isSameSnapshot) {
        snapshots.end[snapshots.end.length - 1] = row + 1;
        continue;
      }
      snapshots.time.push(time[row]!);
      snapshots.start.push(row);
      snapshots.end.push(row + 1);
    }
    this.#expirations = Float64Array.from(found.keys()).toSorted();
    this.#snapshots = Array.from(this.#expirations, (day) => {
      const { time: times, start, end } = found.get(day)!;
      return {
        time: Float64Array.from(times),
        start: Int32Array.from(start),
        end: Int32Array.from(end),
        made: new Map(),
      };
    });
  }

  /** Returns expirations on or after `fromDay` that have a snapshot at or before the time `bound`, in ascending order. */
  expirations(fromDay: number, bound: number): number[] {
    const first = lastAtOrBefore(this.#expirations, fromDay - 1, -1) + 1;
    return Array.from(this.#expirations.subarray(first)).filter(
      (_, i) => this.#snapshots[first + i]!.time[0]! <= bound,
    );
  }

  /** Returns the last snapshot of an expiration at or before the time `bound`. */
  chain(expiration: number, bound: number, contractOf: ContractOf): Chain {
    const { time, start, end, made } = this.#snapshots[lastAtOrBefore(this.#expirations, expiration, -1)]!;
    const snapshot = lastAtOrBefore(time, bound, time.length - 1);
    let chain = made.get(snapshot);
    if (chain === undefined) {
      chain = this.#make(expiration, time[snapshot]!, start[snapshot]!, end[snapshot]!, contractOf);
      if (made.size === KEPT_CHAINS) made.clear();
      made.set(snapshot, chain);
    }
    return chain;
  }

  #make(expiration: number, time: number, start: number, end: number, contractOf: ContractOf): Chain {
    const calls: ChainContract[] = [];
    const puts: ChainContract[] = [];
    for (let row = start; row < end; row++) {
      (this.#recorded.right[row] === 1 ? calls : puts).push(contractOf(this.#recorded, row));
    }
    return Object.freeze({
      symbol: this.#recorded.symbol,
      expiration,
      time,
      calls: Object.freeze(calls),
      puts: Object.freeze(puts),
    });
  }
}
