import type { Phase } from "../../engine/driver.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { PHASES } from "../../schemas/stream-clock.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { MarketTape } from "../../tape/view/market-tape.ts";
import { formatInstant } from "../../time/instant.ts";
import { Accounts } from "../trading/accounts.ts";
import { type AccountSettings, Exchange } from "../trading/exchange.ts";
import type { Journal } from "../trading/journal.ts";
import type { SessionStore, StoredSession } from "../trading/session-store.ts";
import { firstMoment } from "./first-moment.ts";
import { SessionLog } from "./events/session-log.ts";
import { FreeRun } from "./free-run.ts";
import type { ClockEvent, SessionEvents } from "./session-event.ts";
import type { ReplaySession } from "./session.ts";

/** What a session replays and where it is kept. */
export interface SessionSource {
  readonly tape: MarketTape;
  readonly market: RecordedMarket;
  /** Checksum of the recording. */
  readonly checksum: string;
  readonly store: SessionStore;
  readonly journal: Journal;
  /** What time it really is, epoch milliseconds. */
  readonly wallClock: () => number;
}

export interface SessionOptions {
  readonly id: string;
  /** Market time at the start, epoch milliseconds; just before the last recorded session when left out. */
  readonly start?: number | undefined;
  /** Market seconds in a second; 0 stands still. */
  readonly speed: number;
  /** How accounts fill and count; a run's defaults when left out. */
  readonly settings?: AccountSettings | undefined;
  /** Orders that cannot rest while the market is closed are refused, or wait for its next session. */
  readonly closedMarketPolicy?: "refuse" | "queue" | undefined;
}

/**
 * A replay of a recording: one clock, the market as it was known by it, and one account for each key, which all move together. It goes on where
 * it was kept: a session of that name in the state is taken up at its last position.
 *
 * Throws STATE_INVALID when the one that was kept is of another recording, start or settings.
 */
export class MarketSession implements ReplaySession {
  readonly id: string;
  readonly epoch = 1;
  readonly lockstep = false;
  readonly queuesWhileClosed: boolean;
  readonly accounts: Accounts;
  readonly #tape: MarketTape;
  readonly #market: RecordedMarket;
  readonly #start: number;
  #run: FreeRun;
  /** Made when somebody first asks for events; until then nothing is told. */
  #log: SessionLog | undefined;
  #advancing = false;

  constructor(source: SessionSource, options: SessionOptions) {
    const { tape, market, checksum, store, journal, wallClock } = source;
    const { id, settings = {}, speed, closedMarketPolicy = "refuse" } = options;
    this.id = id;
    this.queuesWhileClosed = closedMarketPolicy === "queue";
    this.#tape = tape;
    this.#market = market;
    let stored = store.session(id);
    // A session in which nobody has an account may begin elsewhere.
    if (stored !== undefined && whyOther(stored, checksum, options) !== undefined && store.accounts(id).length === 0) {
      store.removeSession(id);
      stored = undefined;
    }
    if (stored === undefined) {
      const start = options.start ?? firstMoment(market);
      stored = { id, recording: checksum, start, settings, time: start, phase: 7 };
      store.addSession(stored);
    } else {
      checkSame(stored, checksum, options);
    }
    this.#start = stored.start;
    const exchange = new Exchange(market, stored.start, stored.settings);
    this.accounts = new Accounts(id, exchange, store, journal, stored, wallClock);
    this.#run = new FreeRun(stored.time, { speed, wallClock }, () => this.#step());
  }

  get now(): number {
    this.#catchUp();
    return this.accounts.time;
  }

  get phase(): ViewPhase {
    return this.accounts.phase;
  }

  get speed(): number {
    return this.#run.speed;
  }

  get events(): SessionEvents {
    return (this.#log ??= new SessionLog({
      market: this.#market,
      tape: this.#tape,
      accounts: this.accounts,
      start: this.#start,
    }));
  }

  get clock(): ClockEvent {
    const { speed } = this.#run;
    const state = this.#log?.completed === true ? "completed" : speed > 0 ? "running" : "paused";
    return { type: "clock", now: formatInstant(this.now), phase: PHASES[this.phase - 1]!, step: 0, state, speed };
  }

  view(asOf?: number): MarketView {
    return asOf === undefined ? this.#tape.at(this.now, this.phase) : this.#tape.at(asOf);
  }

  /** Moves on to a position; nothing that lies behind now is done. */
  advance(time: number, phase: Phase = 7): void {
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

  /** Keeps where it stands, and moves no more. */
  close(): void {
    this.#run.stop();
    this.#log?.end();
    try {
      this.accounts.keep();
    } catch {
      // All that was acknowledged is on disk; a restart goes on from there.
    }
  }

  #catchUp(): void {
    // Who is told of events on the way may ask for the time.
    if (this.#run.speed > 0 && !this.#advancing) this.advance(this.#run.target);
  }

  #step(): void {
    try {
      this.#catchUp();
    } catch {
      // The state cannot be written: every request is told so, the timer has nobody to tell.
    }
  }
}

function checkSame(stored: StoredSession, checksum: string, options: SessionOptions): void {
  const other = whyOther(stored, checksum, options);
  if (other === undefined) return;
  const { id } = stored;
  const message = `the session ${id} that is kept in the state must be of the same ${other.what}, it is of ${other.was} and not of ${other.is}; go on with it, or keep a new one in another state`;
  throw new HindcastError("STATE_INVALID", message, { session: id, was: other.was, is: other.is });
}

/** In what a session that was kept is another than the one that is asked for; undefined when in nothing. */
function whyOther(
  stored: StoredSession,
  checksum: string,
  { start, settings }: SessionOptions,
): { readonly what: string; readonly was: string; readonly is: string } | undefined {
  if (stored.recording !== checksum) return { what: "recording", was: stored.recording, is: checksum };
  if (start !== undefined && start !== stored.start)
    return { what: "start", was: formatInstant(stored.start), is: formatInstant(start) };
  if (settings !== undefined && digestOf(settings) !== digestOf(stored.settings))
    return { what: "settings", was: JSON.stringify(stored.settings), is: JSON.stringify(settings) };
  return undefined;
}
