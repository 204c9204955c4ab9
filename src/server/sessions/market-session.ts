import type { Phase } from "../../engine/driver.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import { PHASES } from "../../schemas/stream-clock.ts";
import { formatInstant } from "../../time/instant.ts";
import { Accounts } from "../trading/accounts.ts";
import { Exchange } from "../trading/exchange.ts";
import type { SessionStore, StoredSession } from "../trading/session-store.ts";
import type { SessionOptions, SessionSource } from "./session-options.ts";
import type { StepKind } from "../../schemas/replay.ts";
import { SessionLog } from "./events/session-log.ts";
import { FreeRun } from "./free-run.ts";
import { FullSpeed } from "./full-speed.ts";
import { nextStop } from "./next-stop.ts";
import { notBehind, replayState } from "./replay-state.ts";
import type { SessionControl, Speed } from "./session-control.ts";
import type { ClockEvent, SessionEvents } from "./session-event.ts";
import { lastOf, mergedTerms, partOf, type SessionTerms } from "./session-terms.ts";
import { storedSession } from "./stored-session.ts";
import type { ReplaySession } from "./session.ts";

/**
 * A replay of a recording: one clock, the market as it was known by it, and one account for each key, which all move together. It goes on where
 * it was kept: a session of that name in the state is taken up at its last position.
 *
 * Throws STATE_INVALID when the one that was kept is of another recording, start or settings.
 */
export class MarketSession implements ReplaySession, SessionControl {
  readonly id: string;
  readonly lockstep = false;
  readonly queuesWhileClosed: boolean;
  readonly #source: SessionSource;
  #stored: StoredSession;
  #terms: SessionTerms;
  #exchange: Exchange;
  #accounts: Accounts;
  /** Where the transcript of this epoch begins. */
  #origin: number;
  #end: number;
  #epoch = 1;
  #speed: Speed;
  #pace: FreeRun | FullSpeed;
  /** Made when somebody first asks for events; until then nothing is told. */
  #log: SessionLog | undefined;
  #advancing = false;

  constructor(source: SessionSource, options: SessionOptions) {
    const { market } = source;
    const { id, speed, closedMarketPolicy = "refuse", symbols, interval, end, backpressure } = options;
    this.id = id;
    this.queuesWhileClosed = closedMarketPolicy === "queue";
    this.#source = source;
    const stored = storedSession(source, options);
    this.#stored = stored;
    this.#terms = { symbols, interval, end, backpressure };
    this.#origin = stored.start;
    this.#end = lastOf(market, this.#terms);
    this.#exchange = new Exchange(partOf(market, this.#terms), stored.start, stored.settings);
    this.#accounts = this.#open(stored);
    this.#speed = speed;
    this.#pace = this.#paced(speed);
  }

  get accounts(): Accounts {
    return this.#accounts;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get control(): SessionControl {
    return this;
  }

  get now(): number {
    this.#catchUp();
    return this.#accounts.time;
  }

  get phase(): ViewPhase {
    return this.#accounts.phase;
  }

  /** Market seconds in a second; 0 where it stands still. */
  get speed(): Speed {
    return this.#pace.speed;
  }

  get backpressure(): "conflate" | "pause" {
    return this.#terms.backpressure ?? "conflate";
  }

  get events(): SessionEvents {
    return this.#transcript;
  }

  get clock(): ClockEvent {
    const now = formatInstant(this.now);
    return { type: "clock", now, phase: PHASES[this.phase - 1]!, step: 0, state: this.#state, speed: this.#speed };
  }

  view(asOf?: number): MarketView {
    const { tape } = this.#source;
    return asOf === undefined ? tape.at(this.now, this.phase) : tape.at(asOf);
  }

  /** Moves on to a position; nothing that lies behind now is done. */
  advance(time: number, phase: Phase = 7): void {
    const accounts = this.#accounts;
    if (time < accounts.time || (time === accounts.time && phase <= accounts.phase)) return;
    this.#advancing = true;
    try {
      if (this.#log === undefined) accounts.advance(time, phase);
      else this.#log.advance(time, phase);
    } finally {
      this.#advancing = false;
    }
  }

  start(terms: SessionTerms): void {
    this.#check("start", "paused", "completed");
    const { market } = this.#source;
    const merged = mergedTerms(this.#terms, terms);
    const settings = terms.settings ?? this.#stored.settings;
    const start = terms.start ?? this.#origin;
    // What cannot be is refused before anything is given up.
    const exchange = new Exchange(partOf(market, merged), start, settings);
    this.#end = lastOf(market, merged);
    this.#terms = merged;
    this.#restart(start, { ...this.#stored, start, settings }, exchange);
    this.#move(terms.speed ?? (this.#speed === 0 ? 1 : this.#speed));
  }

  pause(): void {
    this.#check("pause", "running");
    this.#stand();
    this.#tellClock();
  }

  resume(): void {
    this.#check("resume", "paused");
    this.#move(this.#speed === 0 ? 1 : this.#speed);
  }

  setSpeed(speed: Speed): void {
    const running = this.#state === "running";
    this.#catchUp();
    this.#speed = speed;
    if (running) this.#move(speed);
    else this.#tellClock();
  }

  step(by: StepKind, count: number): void {
    this.#check("advance", "paused");
    const log = this.#transcript;
    for (let i = 0; i < count && this.#accounts.time < this.#end; i++) {
      const { time, phase } = nextStop(by, log, this.#accounts, this.#source.market, this.#end, (at, done) =>
        this.advance(at, done),
      );
      this.advance(Math.min(time, this.#end), time > this.#end ? 7 : phase);
    }
    this.#tellClock();
  }

  advanceTo(time: number): void {
    this.#check("advance", "paused");
    if (time < this.now) throw notBehind("until", time, this.now);
    this.advance(Math.min(time, this.#end));
    this.#tellClock();
  }

  seek(time: number): void {
    const running = this.#state === "running";
    this.#stand();
    if (time >= this.now) this.advance(Math.min(time, this.#end));
    else {
      const start = Math.min(this.#stored.start, time);
      const known = start === this.#stored.start;
      const part = partOf(this.#source.market, this.#terms);
      const exchange = known ? this.#exchange : new Exchange(part, start, this.#stored.settings);
      this.#restart(time, { ...this.#stored, start }, exchange);
    }
    if (running) this.#move(this.#speed);
    else this.#tellClock();
  }

  /** Stands still, and keeps what was done in it under another name; returns as what that goes on. */
  copyTo(store: SessionStore, id: string): SessionOptions {
    this.#stand();
    this.#accounts.keep();
    this.#source.store.copy(this.id, store, id);
    return { ...this.#terms, id, speed: 0, closedMarketPolicy: this.queuesWhileClosed ? "queue" : "refuse" };
  }

  /** Keeps where it stands, and moves no more. */
  close(): void {
    this.#pace.stop();
    this.#log?.end();
    try {
      this.#accounts.keep();
    } catch {
      // All that was acknowledged is on disk; a restart goes on from there.
    }
  }

  get #state(): ClockEvent["state"] {
    if (this.now >= this.#end) return "completed";
    return this.#pace.speed === 0 ? "paused" : "running";
  }

  get #transcript(): SessionLog {
    const { market, tape } = this.#source;
    return (this.#log ??= new SessionLog({
      market,
      tape,
      accounts: this.#accounts,
      start: this.#origin,
      epoch: this.#epoch,
    }));
  }

  #open(position: Pick<StoredSession, "time" | "phase">): Accounts {
    const { store, journal, wallClock } = this.#source;
    return new Accounts(this.id, this.#exchange, store, journal, position, wallClock);
  }

  /** Begins another epoch at a moment: everything of the one before is forgotten. */
  #restart(time: number, stored: StoredSession, exchange: Exchange): void {
    const { store, journal } = this.#source;
    this.#accounts.keep();
    this.#stored = { ...stored, time, phase: 7 };
    journal.write(() => {
      store.removeSession(this.id);
      store.addSession(this.#stored);
    });
    journal.flush();
    this.#exchange = exchange;
    this.#accounts = this.#open(this.#stored);
    this.#origin = time;
    this.#epoch++;
    const log = this.#log;
    this.#log = undefined;
    log?.restart();
  }

  #move(speed: Speed): void {
    this.#speed = speed;
    this.#pace.stop();
    this.#pace = this.#paced(speed);
    this.#tellClock();
  }

  /** Stops where it is. */
  #stand(): void {
    this.#catchUp();
    this.#pace.stop();
    this.#pace = this.#paced(0);
  }

  #paced(speed: Speed): FreeRun | FullSpeed {
    const { wallClock } = this.#source;
    const waits = (): boolean => this.backpressure === "pause" && this.#log?.isBusy === true;
    if (speed === "max") return new FullSpeed(wallClock, waits, () => this.#rush());
    return new FreeRun(this.#accounts.time, { speed, wallClock, waits }, () => this.#catchUp());
  }

  #catchUp(): void {
    const pace = this.#pace;
    // Who is told of events on the way may ask for the time.
    if (pace.speed === 0 || pace.speed === "max" || this.#advancing) return;
    const { target } = pace as FreeRun;
    this.advance(Math.min(target, this.#end));
    if (target >= this.#end) this.#finish();
  }

  /** All that happens at the next instant. Tells whether anything is left. */
  #rush(): boolean {
    const { next } = this.#transcript;
    this.advance(Math.min(next, this.#end));
    if (next < this.#end) return true;
    this.#finish();
    return false;
  }

  /** The end is reached: it stands there. */
  #finish(): void {
    this.#pace.stop();
    this.#pace = this.#paced(0);
    this.#tellClock();
  }

  #tellClock(): void {
    this.#log?.tellClock(this.clock);
  }

  #check(what: string, ...allowed: readonly ClockEvent["state"][]): void {
    const state = this.#state;
    if (!allowed.includes(state)) throw replayState(this.id, what, state, allowed);
  }
}
