import { deserialize, serialize } from "node:v8";
import { promisify } from "node:util";
import { deflateRawSync, inflateRaw, inflateRawSync, inflateSync } from "node:zlib";
import { moneyRoundings } from "../../ledger/money.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { drawdownColumn } from "../../metrics/drawdown-spells.ts";
import type { BacktestOutcome, StoredTrade } from "./backtest-spec.ts";

/** Number of equity records and of trades in a block. A block is unpacked as a whole. */
const BLOCK_RECORDS = 4_096;
const BLOCK_TRADES = 128;

/** Level of compression. Higher levels take five times as long and save a tenth of the bytes. */
const COMPRESSION_LEVEL = 1;

/** Maximum unpacked size of an outcome from an older version, so that a damaged file cannot exhaust the memory. */
const MAX_LEGACY_BYTES = 2 ** 30;

const LENGTH_BYTES = 4;
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** The fields of an outcome other than its lists. */
type OutcomeHead = Omit<BacktestOutcome, "time" | "date" | "equity" | "trades">;

/** The index at the start of a packed outcome, which precedes the blocks. */
interface OutcomeIndex extends OutcomeHead {
  readonly records: number;
  readonly trades: number;
  /** Highest equity before each block of equity records. */
  readonly peaks: Float64Array;
  /** End of each block relative to the end of the index: first the blocks of equity records, then those of trades. */
  readonly ends: Float64Array;
}

/** A record of the equity curve. */
export interface OutcomeRecord {
  readonly time: number;
  readonly date: number;
  readonly equity: number;
  readonly drawdown: number;
}

/**
 * Packs the outcome of a backtest without loss, in blocks that can be unpacked separately. `packed` is undefined if the unpacked size
 * exceeds `maxBytes`.
 */
export function packOutcome(
  outcome: BacktestOutcome,
  maxBytes: number,
): { readonly size: number; readonly packed: Uint8Array | undefined } {
  const { time, date, equity, trades, ...head } = outcome;
  const blocks: Uint8Array[] = [];
  const peaks: number[] = [];
  let size = 0;
  const add = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size <= maxBytes) blocks.push(deflateRawSync(bytes, { level: COMPRESSION_LEVEL }));
  };
  let peak = head.settings.cash;
  for (let from = 0; from < time.length; from += BLOCK_RECORDS) {
    const to = from + BLOCK_RECORDS;
    peaks.push(peak);
    for (const value of equity.subarray(from, to)) if (value > peak) peak = value;
    add(columnBytes([time, date, equity].map((column) => column.subarray(from, to))));
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
  if (size > maxBytes) return { size, packed: undefined };
  const packed = new Uint8Array(LENGTH_BYTES + written.length + end);
  new DataView(packed.buffer).setUint32(0, written.length);
  let at = LENGTH_BYTES;
  for (const bytes of [written, ...blocks]) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return { size, packed };
}

function columnBytes(columns: readonly Float64Array[]): Uint8Array {
  const length = columns[0]!.length;
  const all = new Float64Array(columns.length * length);
  for (const [i, column] of columns.entries()) all.set(column, i * length);
  return new Uint8Array(all.buffer);
}

/** Compresses a report page. Returns undefined if the page exceeds `maxBytes`. */
export function packPage(page: string, maxBytes: number): Uint8Array | undefined {
  const bytes = Buffer.from(page);
  return bytes.length > maxBytes ? undefined : deflateRawSync(bytes, { level: COMPRESSION_LEVEL });
}

/** Decompresses a report page in Node's thread pool. Bytes after the page's end, left by an interrupted write, are ignored. */
export const unpackPage = promisify(inflateRaw);

/** Converts an outcome of an older version to the current format. */
export function repackLegacyOutcome(bytes: Uint8Array): Uint8Array {
  const { report: _, ...outcome } = legacyOutcome(bytes);
  const date = outcome.date ?? outcome.time.map((time) => time - 1);
  return packOutcome({ ...outcome, date }, Infinity).packed!;
}

/** Returns the report page in an outcome from an older version; undefined if the page's code was not built. */
export function legacyPage(bytes: Uint8Array): string | undefined {
  return legacyOutcome(bytes).report;
}

/** An outcome from an older version, stored as one value. The oldest versions stored no dates. */
type LegacyOutcome = Omit<BacktestOutcome, "date"> & { readonly date?: Float64Array; readonly report?: string };

function legacyOutcome(bytes: Uint8Array): LegacyOutcome {
  return deserialize(inflateSync(bytes, { maxOutputLength: MAX_LEGACY_BYTES })) as LegacyOutcome;
}

/** Reads parts of a packed outcome. `read` returns a range of the outcome's bytes, so that only the needed blocks are loaded. */
export class PackedOutcome {
  readonly #read: (from: number, to: number) => Uint8Array;
  readonly #blocksStart: number;
  readonly index: OutcomeIndex;

  constructor(read: (from: number, to: number) => Uint8Array) {
    this.#read = read;
    const first = read(0, LENGTH_BYTES);
    this.#blocksStart = LENGTH_BYTES + new DataView(first.buffer, first.byteOffset).getUint32(0);
    this.index = deserialize(read(LENGTH_BYTES, this.#blocksStart)) as OutcomeIndex;
  }

  /** Returns the equity records from index `from` up to but not including `to`. */
  records(from: number, to: number): readonly OutcomeRecord[] {
    const { peaks, settings } = this.index;
    const coin = moneyRoundings[settings.moneyRounding].coin(decimalsOf(settings.currency));
    return this.#readBlocks(from, to, BLOCK_RECORDS, 0, (bytes, block) => {
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

  /** Returns the trades from index `from` up to but not including `to`. */
  trades(from: number, to: number): readonly StoredTrade[] {
    const read = (bytes: Uint8Array): readonly StoredTrade[] => deserialize(bytes) as readonly StoredTrade[];
    return this.#readBlocks(from, to, BLOCK_TRADES, this.index.peaks.length, read);
  }

  #readBlocks<Item>(
    from: number,
    to: number,
    size: number,
    firstBlock: number,
    read: (bytes: Uint8Array, block: number) => readonly Item[],
  ): readonly Item[] {
    const items: Item[] = [];
    const { ends } = this.index;
    for (let block = Math.floor(from / size); block * size < to; block++) {
      const blockIndex = firstBlock + block;
      const packed = this.#read(this.#blocksStart + (ends[blockIndex - 1] ?? 0), this.#blocksStart + ends[blockIndex]!);
      const begin = block * size;
      items.push(...read(inflateRawSync(packed), block).slice(Math.max(0, from - begin), to - begin));
    }
    return items;
  }
}

/** Copies a column of numbers, since its bytes may not be aligned for reading in place. */
function columnAt(bytes: Uint8Array, from: number, length: number): Float64Array {
  const start = bytes.byteOffset + from * NUMBER_BYTES;
  return new Float64Array(bytes.buffer.slice(start, start + length * NUMBER_BYTES));
}
