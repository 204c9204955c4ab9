import { deserialize, serialize } from "node:v8";
import { promisify } from "node:util";
import { deflateRawSync, inflateRaw, inflateRawSync, inflateSync } from "node:zlib";
import { moneyRoundings } from "../../ledger/money.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { drawdownColumn } from "../../metrics/drawdown-spells.ts";
import type { BacktestOutcome, StoredTrade } from "./backtest-spec.ts";

/** Records of a block of the equity curve, and trades of a block of trades: what is unpacked at once. */
const BLOCK_RECORDS = 4_096;
const BLOCK_TRADES = 128;

/** Levels above take five times as long for a tenth fewer bytes. */
const LEVEL = 1;

/** The largest outcome of an older version that is unpacked, in bytes: a damaged state cannot take all memory. */
const LARGEST = 2 ** 30;

const LENGTH_BYTES = 4;
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** What is told of an outcome besides its lists. */
type OutcomeHead = Omit<BacktestOutcome, "time" | "date" | "equity" | "trades">;

/** What comes before the blocks. */
interface OutcomeIndex extends OutcomeHead {
  readonly records: number;
  readonly trades: number;
  /** Highest equity before each block of the curve. */
  readonly peaks: Float64Array;
  /** Where each block ends, counted from the end of the index: those of the curve, then those of the trades. */
  readonly ends: Float64Array;
}

/** A record of the equity curve. */
export interface OutcomeRecord {
  readonly time: number;
  readonly date: number;
  readonly equity: number;
  readonly drawdown: number;
}

/** An outcome as it is kept, every number bit for bit, in blocks that are unpacked alone, unless it has more than `most` bytes; and how many it has. */
export function packOutcome(
  outcome: BacktestOutcome,
  most: number,
): { readonly size: number; readonly packed: Uint8Array | undefined } {
  const { time, date, equity, trades, ...head } = outcome;
  const blocks: Uint8Array[] = [];
  const peaks: number[] = [];
  let size = 0;
  const add = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size <= most) blocks.push(deflateRawSync(bytes, { level: LEVEL }));
  };
  let peak = head.settings.cash;
  for (let from = 0; from < time.length; from += BLOCK_RECORDS) {
    const to = from + BLOCK_RECORDS;
    peaks.push(peak);
    for (const value of equity.subarray(from, to)) if (value > peak) peak = value;
    add(bytesOf([time, date, equity].map((column) => column.subarray(from, to))));
  }
  for (let from = 0; from < trades.length; from += BLOCK_TRADES)
    add(serialize(trades.slice(from, from + BLOCK_TRADES)));
  let end = 0;
  const index: OutcomeIndex = {
    ...head,
    records: time.length,
    trades: trades.length,
    peaks: Float64Array.from(peaks),
    ends: Float64Array.from(blocks, ({ length }) => (end += length)),
  };
  const written = serialize(index);
  size += written.length;
  if (size > most) return { size, packed: undefined };
  const packed = new Uint8Array(LENGTH_BYTES + written.length + end);
  new DataView(packed.buffer).setUint32(0, written.length);
  let at = LENGTH_BYTES;
  for (const bytes of [written, ...blocks]) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return { size, packed };
}

function bytesOf(columns: readonly Float64Array[]): Uint8Array {
  const length = columns[0]!.length;
  const all = new Float64Array(columns.length * length);
  for (const [place, column] of columns.entries()) all.set(column, place * length);
  return new Uint8Array(all.buffer);
}

/** A page as it is kept, unless it has more than `most` bytes. */
export function packPage(page: string, most: number): Uint8Array | undefined {
  const bytes = Buffer.from(page);
  return bytes.length > most ? undefined : deflateRawSync(bytes, { level: LEVEL });
}

/** The page again, unpacked in the thread pool. Pieces behind its end, of one that was not written to its begin, are passed over. */
export const unpackPage = promisify(inflateRaw);

/** An outcome as an older version kept it, packed as they are now. */
export function repackOutcome(older: Uint8Array): Uint8Array {
  const { report: _, ...outcome } = olderOutcome(older);
  const date = outcome.date ?? outcome.time.map((time) => time - 1);
  return packOutcome({ ...outcome, date }, Infinity).packed!;
}

/** The page of an outcome that an older version kept; undefined where its code was not built. */
export function olderPage(older: Uint8Array): string | undefined {
  return olderOutcome(older).report;
}

/** An older version kept all in one, of its oldest outcomes no dates. */
type OlderOutcome = Omit<BacktestOutcome, "date"> & { readonly date?: Float64Array; readonly report?: string };

function olderOutcome(older: Uint8Array): OlderOutcome {
  return deserialize(inflateSync(older, { maxOutputLength: LARGEST })) as OlderOutcome;
}

/** A packed outcome, of which `read` gives the bytes from a place to another: no more of it is read than what is asked for. */
export class PackedOutcome {
  readonly #read: (from: number, to: number) => Uint8Array;
  readonly #begin: number;
  readonly index: OutcomeIndex;

  constructor(read: (from: number, to: number) => Uint8Array) {
    this.#read = read;
    const first = read(0, LENGTH_BYTES);
    this.#begin = LENGTH_BYTES + new DataView(first.buffer, first.byteOffset).getUint32(0);
    this.index = deserialize(read(LENGTH_BYTES, this.#begin)) as OutcomeIndex;
  }

  /** Records of the equity curve from a place to another. */
  records(from: number, to: number): readonly OutcomeRecord[] {
    const { peaks, settings } = this.index;
    const coin = moneyRoundings[settings.moneyRounding].coin(decimalsOf(settings.currency));
    return this.#list(from, to, BLOCK_RECORDS, 0, (bytes, block) => {
      const length = bytes.length / NUMBER_BYTES / 3;
      const [time, date, equity] = [0, 1, 2].map((column) => columnAt(bytes, column * length, length)) as [
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      const drawdown = drawdownColumn(equity, peaks[block]!, coin);
      return Array.from(time, (_, i) => ({
        time: time[i]!,
        date: date[i]!,
        equity: equity[i]!,
        drawdown: drawdown[i]!,
      }));
    });
  }

  /** Trades from a place to another. */
  trades(from: number, to: number): readonly StoredTrade[] {
    const read = (bytes: Uint8Array): readonly StoredTrade[] => deserialize(bytes) as readonly StoredTrade[];
    return this.#list(from, to, BLOCK_TRADES, this.index.peaks.length, read);
  }

  #list<Item>(
    from: number,
    to: number,
    size: number,
    firstBlock: number,
    read: (bytes: Uint8Array, block: number) => readonly Item[],
  ): readonly Item[] {
    const items: Item[] = [];
    const { ends } = this.index;
    for (let block = Math.floor(from / size); block * size < to; block++) {
      const place = firstBlock + block;
      const packed = this.#read(this.#begin + (ends[place - 1] ?? 0), this.#begin + ends[place]!);
      const begin = block * size;
      items.push(...read(inflateRawSync(packed), block).slice(Math.max(0, from - begin), to - begin));
    }
    return items;
  }
}

/** The bytes may lie where no number may begin. */
function columnAt(bytes: Uint8Array, from: number, length: number): Float64Array {
  const start = bytes.byteOffset + from * NUMBER_BYTES;
  return new Float64Array(bytes.buffer.slice(start, start + length * NUMBER_BYTES));
}
