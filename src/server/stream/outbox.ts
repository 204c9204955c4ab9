import type { Duplex } from "node:stream";
import type { MessageEffect } from "../faults/fault-kinds.ts";
import type { DataMessage } from "./data-message.ts";

/** Maximum size of a frame's header in bytes. */
const MAX_HEADER = 10;
/** First byte of a WebSocket frame that contains a complete text message and is not masked. */
const TEXT_FRAME = 0x81;

/** Writes the header of a text frame (RFC 6455, 5.2). Returns where the payload begins. */
export function writeHead(out: Buffer, at: number, payload: number): number {
  out[at] = TEXT_FRAME;
  if (payload < 126) {
    out[at + 1] = payload;
    return at + 2;
  }
  if (payload < 65_536) {
    out[at + 1] = 126;
    out.writeUInt16BE(payload, at + 2);
    return at + 4;
  }
  out[at + 1] = 127;
  out.writeUInt32BE(Math.floor(payload / 2 ** 32), at + 2);
  out.writeUInt32BE(payload % 2 ** 32, at + 6);
  return at + MAX_HEADER;
}

/** A data message that waits to be written, with the number of quotes that it replaces. */
interface WaitingData {
  readonly data: DataMessage;
  readonly conflated: number;
  /** Number of copies to write, set when injected faults are applied. A dropped message has 0 copies but still uses a sequence number. */
  copies?: 0 | 1 | 2;
}

/** A message that waits to be written: data, or a control message. */
type Waiting = WaitingData | { readonly text: Buffer };

/** Returns what injected faults do to a data message. */
export type MessageFaults = (type: string) => MessageEffect | undefined;

/** Milliseconds after which a connection that a fault has ended is destroyed, even if its client does nothing. */
const DISCONNECT_MS = 1_000;

/** Maximum size in bytes of a sequence number with a count of conflated quotes. */
const MAX_SEQ_BYTES = 64;

/** Messages to one client, in order. All messages of one turn are written at once, since a system call costs more than a message. */
export class Outbox {
  readonly #socket: Duplex;
  readonly #faults: () => MessageFaults | undefined;
  #waiting: Waiting[] = [];
  /** Quotes that are held back, by symbol. */
  readonly #held = new Map<string, { data: DataMessage; count: number }>();
  /** Sequence number of the last data message written. */
  seq = 0;
  #unwritten = 0;
  /** Timer that is set while an injected fault delays messages. */
  #delay: NodeJS.Timeout | undefined;

  /** `faults` returns what injected faults do to data messages at present; undefined for nothing. */
  constructor(socket: Duplex, faults: () => MessageFaults | undefined = () => undefined) {
    this.#socket = socket;
    this.#faults = faults;
  }

  /** Number of bytes that the client has not read yet. */
  get bytes(): number {
    return this.#socket.writableLength + (this.#delay === undefined ? 0 : this.#unwritten);
  }

  /** Number of bytes that are not written yet. */
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

  /** Holds back all waiting quotes, and keeps only the last one of each symbol. */
  holdQuotes(): void {
    this.#waiting = this.#waiting.filter((one) => {
      if (!("data" in one) || one.data.symbol === undefined) return true;
      this.holdBack(one.data, one.data.symbol, one.conflated);
      return false;
    });
  }

  /** Holds back a quote, which replaces an earlier held one of its symbol. */
  holdBack(data: DataMessage, symbol: string, count = 1): void {
    const held = this.#held.get(symbol);
    if (held === undefined) {
      this.#held.set(symbol, { data, count });
      return;
    }
    held.data = data;
    held.count += count;
  }

  /** Sends the held quote of a symbol, or of all symbols. */
  release(symbol?: string): void {
    for (const [heldSymbol, { data, count }] of this.#held) {
      if (symbol !== undefined && symbol !== heldSymbol) continue;
      this.addData(data, count);
      this.#held.delete(heldSymbol);
    }
  }

  /** Discards the held quote of a symbol. */
  forget(symbol: string): void {
    this.#held.delete(symbol);
  }

  /** Writes all waiting messages. */
  flush(): void {
    if (this.#waiting.length === 0 || !this.#socket.writable || this.#delay !== undefined) return;
    const faults = this.#faults();
    if (faults !== undefined) {
      this.#writeWithFaults(faults);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#unwritten = 0;
    this.#write(waiting);
  }

  /** Cancels the delay of an injected fault. */
  stop(): void {
    clearTimeout(this.#delay);
    this.#delay = undefined;
  }

  /**
   * Writes waiting messages with their injected faults. It stops at a message that is delayed (as are all after it) or that ends the
   * connection.
   */
  #writeWithFaults(faults: MessageFaults): void {
    const waiting = this.#waiting;
    let end = 0;
    let effect: MessageEffect = {};
    for (; end < waiting.length; end++) {
      const one = waiting[end]!;
      if (!("data" in one) || one.copies !== undefined) continue;
      effect = faults(one.data.type) ?? {};
      one.copies = effect.copies ?? 1;
      if (effect.disconnects === true || effect.delayMs !== undefined) break;
    }
    this.#write(waiting.slice(0, end));
    this.#waiting = waiting.slice(end);
    this.#unwritten = 0;
    for (const one of this.#waiting) this.#unwritten += "data" in one ? one.data.tail.length : one.text.length;
    if (end === waiting.length) return;
    if (effect.disconnects === true) {
      this.#waiting = [];
      this.#socket.end();
      setTimeout(() => this.#socket.destroy(), DISCONNECT_MS).unref();
      return;
    }
    this.#delay = setTimeout(() => {
      this.#delay = undefined;
      this.flush();
    }, effect.delayMs).unref();
  }

  #write(waiting: readonly Waiting[]): void {
    if (waiting.length === 0) return;
    let size = 0;
    for (const one of waiting) {
      size += MAX_HEADER;
      const length = "text" in one ? one.text.length : one.data.head.length + MAX_SEQ_BYTES + one.data.tail.length;
      size += "data" in one && one.copies === 2 ? 2 * length + MAX_HEADER : length;
    }
    const out = Buffer.allocUnsafe(size);
    let at = 0;
    for (const one of waiting) at = "text" in one ? writeText(out, at, one.text) : this.#writeData(out, at, one);
    this.#socket.write(out.subarray(0, at));
  }

  #writeData(out: Buffer, at: number, { data: { head, tail }, conflated, copies = 1 }: WaitingData): number {
    const seq = ++this.seq;
    const count = conflated > 1 ? `${seq},"conflated":${conflated}` : String(seq);
    const payload = head.length + count.length + tail.length;
    let to = at;
    for (let copy = 0; copy < copies; copy++) {
      to = writeHead(out, to, payload);
      out.set(head, to);
      to += head.length;
      to += out.write(count, to, "latin1");
      out.set(tail, to);
      to += tail.length;
    }
    return to;
  }
}

function writeText(out: Buffer, at: number, text: Buffer): number {
  const to = writeHead(out, at, text.length);
  out.set(text, to);
  return to + text.length;
}

/** Limits the quotes of a symbol to one per interval, which the client chooses. The last quote is always sent. */
export class QuotePacer {
  readonly #outbox: Outbox;
  readonly #onRelease: () => void;
  /** Times from which the next quote of each symbol may be sent, in `performance.now()` milliseconds. */
  readonly #nextSendAt = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** `onRelease` is called when a held quote was added to the outbox. */
  constructor(outbox: Outbox, onRelease: () => void) {
    this.#outbox = outbox;
    this.#onRelease = onRelease;
  }

  add(data: DataMessage, symbol: string, conflateMs: number): void {
    if (this.#timers.has(symbol)) {
      this.#outbox.holdBack(data, symbol);
      return;
    }
    const now = performance.now();
    const nextSendAt = this.#nextSendAt.get(symbol) ?? -Infinity;
    if (now >= nextSendAt) {
      this.#nextSendAt.set(symbol, now + conflateMs);
      this.#outbox.addData(data);
      return;
    }
    this.#outbox.holdBack(data, symbol);
    const release = (): void => {
      this.#timers.delete(symbol);
      this.#nextSendAt.set(symbol, performance.now() + conflateMs);
      this.#outbox.release(symbol);
      this.#onRelease();
    };
    this.#timers.set(symbol, setTimeout(release, nextSendAt - now).unref());
  }

  /** Forgets a symbol, and discards its held quote. */
  drop(symbol: string): void {
    clearTimeout(this.#timers.get(symbol));
    this.#timers.delete(symbol);
    this.#nextSendAt.delete(symbol);
    this.#outbox.forget(symbol);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
