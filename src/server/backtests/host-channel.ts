import type { Duplex } from "node:stream";
import { deserialize, serialize } from "node:v8";
import type { Column } from "../../primitives/column.ts";
import type { SharedData } from "../../research/executors/data-columns.ts";
import type { BacktestMessage, BacktestSpec } from "./backtest-spec.ts";

/** The descriptor by which a host speaks with its server. */
export const CHANNEL = 3;

/** One of the columns that a host holds, as far as a run may see it. */
export interface HeldColumn {
  readonly column: number;
  readonly length: number;
}

/** Values of a column from a place on, and how long the column will be. */
export interface ColumnPart {
  readonly column: number;
  readonly length: number;
  readonly from: number;
  readonly values: Column;
}

/** What a server says to a host: more values of a column, or what to run. */
export type ServerMessage =
  | ColumnPart
  | {
      /** A word that every message about the run carries. The run's own thread does not know it. */
      readonly run: string;
      readonly spec: Omit<BacktestSpec, "data"> & { readonly data: SharedData<HeldColumn> };
    };

/** What a host says of its run: what the thread says, that memory is beyond the limit, or that the thread has ended, and whether the host can run another. */
export type HostMessage =
  | BacktestMessage
  | { readonly tookMemory: true }
  | { readonly ended: number; readonly isSound: boolean };

const LENGTH_BYTES = 4;

/**
 * Whole values over a stream of bytes, each with its length before it. Node's own channel between processes throws where it cannot read what came, and a
 * strategy can write into any descriptor of its process.
 */
export class Frames {
  readonly #stream: Duplex;
  readonly #mostBytes: number;
  readonly #hear: (value: unknown) => void;
  readonly #broken: () => void;
  #chunks: Buffer[] = [];
  #size = 0;

  /** `broken` is called when the stream ends, and for what cannot be read or is larger than a value may be. */
  constructor(stream: Duplex, mostBytes: number, hear: (value: unknown) => void, broken: () => void) {
    this.#stream = stream;
    this.#mostBytes = mostBytes;
    this.#hear = hear;
    this.#broken = broken;
    stream.on("data", (chunk: Buffer) => this.#take(chunk));
    stream.once("close", broken);
    // Its other end is gone; "close" follows.
    stream.on("error", () => {});
  }

  /** Resolves when the value is on its way, so that one who sends much does not keep it all in memory. */
  send(value: unknown): Promise<void> {
    const body = serialize(value);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(body.length);
    return new Promise((resolve) => {
      this.#stream.cork();
      this.#stream.write(length);
      this.#stream.write(body, () => resolve());
      this.#stream.uncork();
    });
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      if (this.#size < LENGTH_BYTES) return;
      if (this.#chunks[0]!.length < LENGTH_BYTES) this.#join();
      const length = this.#chunks[0]!.readUInt32LE();
      if (length > this.#mostBytes) return this.#end();
      if (this.#size < LENGTH_BYTES + length) return;
      const all = this.#join();
      const rest = all.subarray(LENGTH_BYTES + length);
      this.#chunks = rest.length === 0 ? [] : [rest];
      this.#size = rest.length;
      try {
        this.#hear(deserialize(all.subarray(LENGTH_BYTES, LENGTH_BYTES + length)));
      } catch {
        return this.#end();
      }
    }
  }

  #join(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!;
  }

  #end(): void {
    this.#chunks = [];
    this.#size = 0;
    this.#stream.removeAllListeners("data");
    this.#broken();
  }
}

/** Ends a host with all that strategies have started in it, whatever these do. */
export function killHost(pid: number): void {
  // A host leads a group of processes. Windows has none.
  for (const target of process.platform === "win32" ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }
}
