import type { Duplex } from "node:stream";
import type { DataMessage } from "./data-message.ts";
import { MOST_HEAD, writeHead } from "./frame.ts";

/** What waits to be written: a data message, of several that came to one their number, or a control message. */
type Waiting = { readonly data: DataMessage; readonly conflated: number } | { readonly text: Buffer };

/** Most digits of a sequence number and of a count of quotes, with the name of the latter. */
const ROOM = 64;

/**
 * Messages to one client, in order. All that came up in one turn is written in one piece: a call for each message costs more than the message.
 */
export class Outbox {
  readonly #socket: Duplex;
  #waiting: Waiting[] = [];
  /** Quotes that are held back, by symbol. */
  readonly #held = new Map<string, { data: DataMessage; count: number }>();
  /** Of the last data message that was written. */
  seq = 0;
  #unwritten = 0;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  /** Bytes that the client has not taken yet. */
  get bytes(): number {
    return this.#socket.writableLength;
  }

  /** Bytes that were not written yet. */
  get unwritten(): number {
    return this.#unwritten;
  }

  addData(data: DataMessage, conflated = 1): void {
    this.#unwritten += data.tail.length;
    this.#waiting.push({ data, conflated });
  }

  addText(text: string): void {
    this.#waiting.push({ text: Buffer.from(text) });
    this.#unwritten += text.length;
  }

  /** Keeps of the quotes that wait the last of each symbol, for later. */
  holdQuotes(): void {
    this.#waiting = this.#waiting.filter((one) => {
      if (!("data" in one) || one.data.symbol === undefined) return true;
      this.hold(one.data, one.data.symbol, one.conflated);
      return false;
    });
  }

  /** Keeps a quote for later, in the place of the one that is kept of its symbol. */
  hold(data: DataMessage, symbol: string, count = 1): void {
    const held = this.#held.get(symbol);
    if (held === undefined) {
      this.#held.set(symbol, { data, count });
      return;
    }
    held.data = data;
    held.count += count;
  }

  /** Sends on what was kept of a symbol, or of all. */
  release(symbol?: string): void {
    for (const [of, { data, count }] of this.#held) {
      if (symbol !== undefined && symbol !== of) continue;
      this.addData(data, count);
      this.#held.delete(of);
    }
  }

  /** Forgets what was kept of a symbol. */
  forget(symbol: string): void {
    this.#held.delete(symbol);
  }

  /** Writes all that waits. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0 || !this.#socket.writable) return;
    this.#waiting = [];
    this.#unwritten = 0;
    let most = 0;
    for (const one of waiting) {
      most += MOST_HEAD;
      most += "text" in one ? one.text.length : one.data.head.length + ROOM + one.data.tail.length;
    }
    const out = Buffer.allocUnsafe(most);
    let at = 0;
    for (const one of waiting) at = "text" in one ? writeText(out, at, one.text) : this.#writeData(out, at, one);
    this.#socket.write(out.subarray(0, at));
  }

  #writeData(
    out: Buffer,
    at: number,
    { data: { head, tail }, conflated }: Extract<Waiting, { data: unknown }>,
  ): number {
    const seq = ++this.seq;
    const count = conflated > 1 ? `${seq},"conflated":${conflated}` : String(seq);
    const payload = head.length + count.length + tail.length;
    let to = writeHead(out, at, payload);
    out.set(head, to);
    to += head.length;
    to += out.write(count, to, "latin1");
    out.set(tail, to);
    return to + tail.length;
  }
}

function writeText(out: Buffer, at: number, text: Buffer): number {
  const to = writeHead(out, at, text.length);
  out.set(text, to);
  return to + text.length;
}
