import type { DataMessage } from "./data-message.ts";
import type { Outbox } from "./outbox.ts";

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
