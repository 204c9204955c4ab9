import type { Duplex } from "node:stream";
import { deserialize, serialize } from "node:v8";
import type { Column } from "../../primitives/column.ts";
import type { SharedData } from "../../research/executors/data-columns.ts";
import type { BacktestMessage, BacktestSpec } from "./backtest-spec.ts";

/** File descriptor over which a backtest process and its server exchange messages. */
export const CHANNEL = 3;

/** Refers to a column that a backtest process has, up to the length that a run may see. */
export interface ColumnRef {
  readonly column: number;
  readonly length: number;
}

/** Values of a column from an index on, and the total length of the column. */
export interface ColumnPart {
  readonly column: number;
  readonly length: number;
  readonly from: number;
  readonly values: Column;
}

/** A message from the server to a backtest process: values of a column, or a backtest to run. */
export type ServerMessage =
  | ColumnPart
  | {
      /** Secret token of the run, which the process adds to every message about it. The thread of the run does not know the token. */
      readonly run: string;
      readonly spec: Omit<BacktestSpec, "data"> & { readonly data: SharedData<ColumnRef> };
    };

/**
 * A message from a backtest process about its run: a message of the thread, that the memory limit was exceeded, or that the thread has
 * ended. `isReusable` says whether the process can run another backtest.
 */
export type HostMessage =
  | BacktestMessage
  | { readonly exceededMemory: true }
  | { readonly ended: number; readonly isReusable: boolean };

const LENGTH_BYTES = 4;

/**
 * Sends whole values over a byte stream, each after its length. Node's own channel would throw on unreadable data, and a strategy can write
 * to any file descriptor of its process.
 */
export class Frames {
  readonly #stream: Duplex;
  readonly #maxBytes: number;
  readonly #onValue: (value: unknown) => void;
  readonly #onBroken: () => void;
  #chunks: Buffer[] = [];
  #size = 0;

  /** `onBroken` is called when the stream ends, and when a value is unreadable or too large. */
  constructor(stream: Duplex, maxBytes: number, onValue: (value: unknown) => void, onBroken: () => void) {
    this.#stream = stream;
    this.#maxBytes = maxBytes;
    this.#onValue = onValue;
    this.#onBroken = onBroken;
    stream.on("data", (chunk: Buffer) => this.#receive(chunk));
    stream.once("close", onBroken);
    // An error means that the other side has closed the stream; the event "close" follows.
    stream.on("error", () => {});
  }

  /** Sends a value. Resolves when it is written to the stream, so that a sender of many values need not keep all of them in memory. */
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

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      if (this.#size < LENGTH_BYTES) return;
      if (this.#chunks[0]!.length < LENGTH_BYTES) this.#join();
      const length = this.#chunks[0]!.readUInt32LE();
      if (length > this.#maxBytes) return this.#end();
      if (this.#size < LENGTH_BYTES + length) return;
      const all = this.#join();
      const rest = all.subarray(LENGTH_BYTES + length);
      this.#chunks = rest.length === 0 ? [] : [rest];
      this.#size = rest.length;
      try {
        this.#onValue(deserialize(all.subarray(LENGTH_BYTES, LENGTH_BYTES + length)));
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
    this.#onBroken();
  }
}

/** Kills a backtest process and every process that its strategies have started. */
export function killHost(pid: number): void {
  // Except on Windows, a backtest process leads a process group, which is killed as a whole.
  for (const target of process.platform === "win32" ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // The process has ended already.
    }
  }
}
