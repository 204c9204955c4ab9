import type { Phase } from "../../simulation/simulation.ts";
import { Accounts } from "../trading/accounts.ts";
import { Exchange } from "../trading/exchange.ts";
import type { StoredSession } from "../trading/session-store.ts";
import { SessionLog } from "./events/session-log.ts";
import type { SessionSource } from "./session.ts";
import type { ClockEvent } from "./session-event.ts";
import { lastOf, partOf, type SessionTerms } from "./session-terms.ts";

/** What an epoch is, before anything happens in it. */
export interface EpochPlan {
  readonly number: number;
  readonly stored: StoredSession;
  readonly terms: SessionTerms;
  readonly exchange: Exchange;
  /** Where its transcript begins. */
  readonly origin: number;
}

/** A session from one beginning to the next: its accounts, and what is told of it. */
export class SessionEpoch implements EpochPlan {
  readonly number: number;
  readonly stored: StoredSession;
  readonly terms: SessionTerms;
  readonly exchange: Exchange;
  readonly origin: number;
  readonly accounts: Accounts;
  /** Nothing later happens. */
  readonly end: number;
  readonly #source: SessionSource;
  /** Made when somebody first asks for events; until then nothing is told. */
  #log: SessionLog | undefined;
  #advancing = false;

  /** Stands where it was kept. */
  constructor(source: SessionSource, { number, stored, terms, exchange, origin }: EpochPlan) {
    const { market, store, journal, wallClock } = source;
    this.#source = source;
    this.number = number;
    this.stored = stored;
    this.terms = terms;
    this.exchange = exchange;
    this.origin = origin;
    this.end = lastOf(market, terms);
    this.accounts = new Accounts(stored.id, exchange, store, journal, stored, wallClock);
  }

  get log(): SessionLog {
    const { market, tape } = this.#source;
    const { accounts, origin: start, end, number: epoch } = this;
    return (this.#log ??= new SessionLog({ market, tape, accounts, start, end, epoch }));
  }

  /** Somebody who is told has too much to read already. */
  get isBusy(): boolean {
    return this.#log?.isBusy === true;
  }

  /** It is on its way: who is told of events may ask for the time. */
  get isAdvancing(): boolean {
    return this.#advancing;
  }

  /** Moves on to a position; nothing that lies behind is done. */
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

  /** What would be begun in its place with other terms: what cannot be is refused before anything is given up. */
  anew(time: number, start: number, terms = this.terms, settings = this.stored.settings): EpochPlan {
    const same = start === this.stored.start && terms === this.terms && settings === this.stored.settings;
    const exchange = same
      ? this.exchange
      : new Exchange(partOf(this.#source.market, terms), start, settings, terms.end);
    const { restarted: before, ...begun } = this.stored;
    const number = this.number + 1;
    const restarted = {
      epoch: number,
      origin: time,
      terms: terms === this.terms ? before?.terms : terms,
      asked: before?.asked ?? { start: begun.start, settings: begun.settings },
    };
    const stored: StoredSession = { ...begun, start, settings, time, phase: 7, restarted };
    return { number, stored, terms, exchange, origin: time };
  }

  /** Begins another in its place: everything of this one is forgotten. */
  followedBy(plan: EpochPlan): SessionEpoch {
    const { store, journal } = this.#source;
    const { stored } = plan;
    this.accounts.keep();
    journal.commit(() => {
      store.removeSession(stored.id);
      store.addSession(stored);
    });
    return new SessionEpoch(this.#source, plan);
  }

  /** The same epoch as it is on disk. */
  reread(): SessionEpoch {
    const { number, terms, exchange, origin } = this;
    const stored = this.#source.store.session(this.stored.id)!;
    return new SessionEpoch(this.#source, { number, stored, terms, exchange, origin });
  }

  /** Tells those who listen that what they were about to hear may not be on disk. */
  interrupt(): void {
    this.#log?.interrupt();
  }

  /** Tells those who listen that another has begun. */
  restart(): void {
    this.#log?.restart();
  }

  /** Keeps where it stands, and tells nobody anything more. */
  close(): void {
    this.#log?.end();
    try {
      this.accounts.snapshot();
      this.accounts.keep();
    } catch {
      // All that was acknowledged is on disk; a restart goes on from there.
    }
  }
}
