import type { Duplex } from "node:stream";
import type { MessageEffect } from "../faults/fault-kinds.ts";
import type { DataMessage } from "./data-message.ts";

/** Longest head of a frame that is written here. */
const MOST_HEAD = 10;
/** A whole text message in one frame, as servers send them: unmasked. */
const TEXT = 0x81;

/** Writes the head of a text frame (RFC 6455, 5.2). Returns where the payload begins. */
export function writeHead(out: Buffer, at: number, payload: number): number {
  out[at] = TEXT;
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
  return at + MOST_HEAD;
}

/** A data message that waits to be written, of several that came to one their number. */
interface WaitingData {
  readonly data: DataMessage;
  readonly conflated: number;
  /** How often it is written, where a fault has been looked for; not at all for one that is lost, whose number is used up. */
  copies?: 0 | 1 | 2;
}

/** What waits to be written: a data message, or a control message. */
type Waiting = WaitingData | { readonly text: Buffer };

/** What a data message meets on its way, because that was asked for. */
export type MessageFaults = (type: string) => MessageEffect | undefined;

/** Milliseconds after which a connection that was broken off is gone, even if its client does nothing. */
const BROKEN_MS = 1_000;

/** Most digits of a sequence number and of a count of quotes, with the name of the latter. */
const ROOM = 64;

/**
 * Messages to one client, in order. All that came up in one turn is written in one piece: a call for each message costs more than the message.
 */
export class Outbox {
  readonly #socket: Duplex;
  readonly #faults: () => MessageFaults | undefined;
  #waiting: Waiting[] = [];
  /** Quotes that are held back, by symbol. */
  readonly #held = new Map<string, { data: DataMessage; count: number }>();
  /** Of the last data message that was written. */
  seq = 0;
  #unwritten = 0;
  /** Set while a fault delays what waits. */
  #delay: NodeJS.Timeout | undefined;

  /** `faults` says what data messages meet now; undefined for nothing. */
  constructor(socket: Duplex, faults: () => MessageFaults | undefined = () => undefined) {
    this.#socket = socket;
    this.#faults = faults;
  }

  /** Bytes that the client has not taken yet. */
  get bytes(): number {
    return this.#socket.writableLength + (this.#delay === undefined ? 0 : this.#unwritten);
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
    if (this.#waiting.length === 0 || !this.#socket.writable || this.#delay !== undefined) return;
    const faults = this.#faults();
    if (faults !== undefined) {
      this.#meet(faults);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#unwritten = 0;
    this.#write(waiting);
  }

  /** Delays nothing any longer. */
  stop(): void {
    clearTimeout(this.#delay);
    this.#delay = undefined;
  }

  /** Writes what waits, each with the fault that it meets: up to one that comes later, with all behind it, or that ends the connection. */
  #meet(faults: MessageFaults): void {
    const waiting = this.#waiting;
    let end = 0;
    let met: MessageEffect = {};
    for (; end < waiting.length; end++) {
      const one = waiting[end]!;
      if (!("data" in one) || one.copies !== undefined) continue;
      met = faults(one.data.type) ?? {};
      one.copies = met.copies ?? 1;
      if (met.ends === true || met.delayMs !== undefined) break;
    }
    this.#write(waiting.slice(0, end));
    this.#waiting = waiting.slice(end);
    this.#unwritten = 0;
    for (const one of this.#waiting) this.#unwritten += "data" in one ? one.data.tail.length : one.text.length;
    if (end === waiting.length) return;
    if (met.ends === true) {
      this.#waiting = [];
      this.#socket.end();
      setTimeout(() => this.#socket.destroy(), BROKEN_MS).unref();
      return;
    }
    this.#delay = setTimeout(() => {
      this.#delay = undefined;
      this.flush();
    }, met.delayMs).unref();
  }

  #write(waiting: readonly Waiting[]): void {
    if (waiting.length === 0) return;
    let most = 0;
    for (const one of waiting) {
      most += MOST_HEAD;
      const length = "text" in one ? one.text.length : one.data.head.length + ROOM + one.data.tail.length;
      most += "data" in one && one.copies === 2 ? 2 * length + MOST_HEAD : length;
    }
    const out = Buffer.allocUnsafe(most);
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

/** Holds quotes back so that a client gets at most one of a symbol in the time that it chose, and always the last. */
export class QuotePacer {
  readonly #outbox: Outbox;
  readonly #wrote: () => void;
  /** When the next quote of a symbol may be sent, by the host's clock. */
  readonly #free = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** `wrote` is called when something was added to the outbox after its time. */
  constructor(outbox: Outbox, wrote: () => void) {
    this.#outbox = outbox;
    this.#wrote = wrote;
  }

  add(data: DataMessage, symbol: string, conflateMs: number): void {
    if (this.#timers.has(symbol)) {
      this.#outbox.hold(data, symbol);
      return;
    }
    const now = performance.now();
    const free = this.#free.get(symbol) ?? -Infinity;
    if (now >= free) {
      this.#free.set(symbol, now + conflateMs);
      this.#outbox.addData(data);
      return;
    }
    this.#outbox.hold(data, symbol);
    const release = (): void => {
      this.#timers.delete(symbol);
      this.#free.set(symbol, performance.now() + conflateMs);
      this.#outbox.release(symbol);
      this.#wrote();
    };
    this.#timers.set(symbol, setTimeout(release, free - now).unref());
  }

  /** Forgets a symbol, with what is held back of it. */
  drop(symbol: string): void {
    clearTimeout(this.#timers.get(symbol));
    this.#timers.delete(symbol);
    this.#free.delete(symbol);
    this.#outbox.forget(symbol);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
