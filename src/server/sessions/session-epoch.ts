import type { Phase } from "../../simulation/simulation.ts";
import { Accounts } from "../trading/accounts.ts";
import { Exchange } from "../trading/exchange.ts";
import type { StoredSession } from "../trading/session-store.ts";
import { SessionLog } from "./events/session-log.ts";
import type { SessionSource } from "./session.ts";
import type { ClockEvent } from "./session-event.ts";
import { sessionEnd, recordingSubset, type SessionTerms } from "./session-terms.ts";

/** The parameters of an epoch: the part of a session between two restarts. */
export interface EpochPlan {
  readonly number: number;
  readonly stored: StoredSession;
  readonly terms: SessionTerms;
  readonly exchange: Exchange;
  /** Market time at which the epoch's transcript begins. */
  readonly origin: number;
}

/** One epoch of a session, from one restart to the next, with its accounts and its events. */
export class SessionEpoch implements EpochPlan {
  readonly number: number;
  readonly stored: StoredSession;
  readonly terms: SessionTerms;
  readonly exchange: Exchange;
  readonly origin: number;
  readonly accounts: Accounts;
  /** Market time after which nothing happens. */
  readonly end: number;
  readonly #source: SessionSource;
  /** Log of the epoch's events, created on first use. Without it, no events are emitted. */
  #log: SessionLog | undefined;
  #advancing = false;

  /** Continues at the stored market time. */
  constructor(source: SessionSource, { number, stored, terms, exchange, origin }: EpochPlan) {
    const { market, store, journal, wallClock } = source;
    this.#source = source;
    this.number = number;
    this.stored = stored;
    this.terms = terms;
    this.exchange = exchange;
    this.origin = origin;
    this.end = sessionEnd(market, terms);
    this.accounts = new Accounts(stored.id, exchange, store, journal, stored, wallClock);
  }

  get log(): SessionLog {
    const { market, marketHistory } = this.#source;
    const { accounts, origin: start, end, number: epoch } = this;
    return (this.#log ??= new SessionLog({ market, marketHistory, accounts, start, end, epoch }));
  }

  /** Whether a listener has too many unread messages. */
  get isBusy(): boolean {
    return this.#log?.isBusy === true;
  }

  /** Whether the epoch is advancing at this moment. */
  get isAdvancing(): boolean {
    return this.#advancing;
  }

  /** Advances to a market time and phase. Does nothing if they have passed. */
  advance(time: number, phase: Phase): void {
    const { accounts } = this;
    if (time < accounts.time || (time === accounts.time && phase <= accounts.phase)) return;
    this.#advancing = true;
    try {
      if (this.#log === undefined) accounts.advance(time, phase);
      else this.#log.advance(time, phase);
    } finally {
      this.#advancing = false;
    }
  }

  tellClock(clock: () => ClockEvent): void {
    this.#log?.tellClock(clock());
  }

  /** Returns the plan of the epoch that would follow with other terms. Throws for invalid terms, before anything is discarded. */
  planRestart(time: number, start: number, terms = this.terms, settings = this.stored.settings): EpochPlan {
    const isUnchanged = start === this.stored.start && terms === this.terms && settings === this.stored.settings;
    const exchange = isUnchanged
      ? this.exchange
      : new Exchange(recordingSubset(this.#source.market, terms), start, settings, terms.end);
    const { restarted: before, ...original } = this.stored;
    const number = this.number + 1;
    const restarted = {
      epoch: number,
      origin: time,
      terms: terms === this.terms ? before?.terms : terms,
      asked: before?.asked ?? { start: original.start, settings: original.settings },
    };
    const stored: StoredSession = { ...original, start, settings, time, phase: 7, restarted };
    return { number, stored, terms, exchange, origin: time };
  }

  /** Replaces this epoch in the database. Returns the next epoch. */
  replaceWith(plan: EpochPlan): SessionEpoch {
    const { store, journal } = this.#source;
    const { stored } = plan;
    this.accounts.writePosition();
    journal.commit(() => {
      store.removeSession(stored.id);
      store.addSession(stored);
    });
    return new SessionEpoch(this.#source, plan);
  }

  /** Returns this epoch as it is on disk. */
  reread(): SessionEpoch {
    const { number, terms, exchange, origin } = this;
    const stored = this.#source.store.session(this.stored.id)!;
    return new SessionEpoch(this.#source, { number, stored, terms, exchange, origin });
  }

  /** Tells listeners that some events may not have been stored. */
  interrupt(): void {
    this.#log?.interrupt();
  }

  /** Tells listeners that another epoch has started. */
  restart(): void {
    this.#log?.restart();
  }

  /** Stores the epoch's market time, and emits no more events. */
  close(): void {
    this.#log?.end();
    try {
      this.accounts.snapshot();
      this.accounts.writePosition();
    } catch {
      // The state cannot be written. Everything that was acknowledged is on disk already.
    }
  }
}
