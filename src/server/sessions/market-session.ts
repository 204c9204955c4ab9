import type { Phase } from "../../simulation/simulation.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { StepKind } from "../../schemas/steps.ts";
import { PHASES } from "../../schemas/stream-message.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import type { Accounts } from "../trading/accounts.ts";
import { Exchange } from "../trading/exchange.ts";
import { nextStop } from "./next-stop.ts";
import type { ReplaySession, SessionControl, SessionOptions, SessionSource } from "./session.ts";
import { type EpochPlan, SessionEpoch } from "./session-epoch.ts";
import type { ClockEvent, SessionEvents } from "./session-event.ts";
import { SessionPace } from "./session-pace.ts";
import { checkRange, mergedTerms, partOf, type SessionTerms, type Speed } from "./session-terms.ts";
import { storedSession } from "./stored-session.ts";

/**
 * A replay of a recording: one clock, the market as it was known by it, and one account for each key, which all move together. It goes on where
 * it was kept: a session of that name in the state is taken up at its last position.
 *
 * Throws STATE_INVALID when the one that was kept is of another recording, start, end or settings.
 */
export class MarketSession implements ReplaySession, SessionControl {
  readonly id: string;
  readonly lockstep = false;
  /** What becomes of orders that cannot rest while the market is closed, unless its control says otherwise. */
  readonly #closedMarketPolicy: "refuse" | "queue";
  readonly #source: SessionSource;
  readonly #pace: SessionPace;
  #epoch: SessionEpoch;

  constructor(source: SessionSource, options: SessionOptions) {
    const { id, speed, closedMarketPolicy = "refuse", symbols, interval, backpressure } = options;
    this.id = id;
    this.#closedMarketPolicy = closedMarketPolicy;
    this.#source = source;
    const stored = storedSession(source, options);
    const { restarted } = stored;
    const terms = restarted?.terms ?? { symbols, interval, end: stored.last, backpressure };
    const { epoch: number, origin } = restarted ?? { epoch: 1, origin: stored.start };
    const exchange = new Exchange(partOf(source.market, terms), stored.start, stored.settings, terms.end);
    this.#epoch = new SessionEpoch(source, { number, stored, terms, exchange, origin });
    source.journal.goBack = () => this.#goBack();
    this.#pace = new SessionPace(source.wallClock, speed, {
      position: () => this.accounts.time,
      waits: () => this.backpressure === "pause" && this.#epoch.isBusy,
      catchUp: () => this.#catchUp(),
      rush: () => this.#rush(),
    });
  }

  get accounts(): Accounts {
    return this.#epoch.accounts;
  }

  get epoch(): number {
    return this.#epoch.number;
  }

  get queuesWhileClosed(): boolean {
    return (this.#epoch.terms.closedMarketPolicy ?? this.#closedMarketPolicy) === "queue";
  }

  get control(): SessionControl {
    return this;
  }

  get now(): number {
    this.#catchUp();
    return this.accounts.time;
  }

  get phase(): ViewPhase {
    return this.accounts.phase;
  }

  /** Market seconds in a second; 0 where it stands still. */
  get speed(): Speed {
    return this.#pace.speed;
  }

  get end(): number {
    return this.#epoch.end;
  }

  get backpressure(): "conflate" | "pause" {
    return this.#epoch.terms.backpressure ?? "conflate";
  }

  get events(): SessionEvents {
    return this.#epoch.log;
  }

  get clock(): ClockEvent {
    const now = formatInstant(this.now);
    return {
      type: "clock",
      now,
      phase: PHASES[this.phase - 1]!,
      step: 0,
      state: this.#state,
      speed: this.#pace.chosen,
    };
  }

  view(asOf?: number): MarketView {
    const { tape } = this.#source;
    return asOf === undefined || asOf === this.now ? tape.at(this.now, this.phase) : tape.at(asOf);
  }

  /** Moves on to a position; nothing that lies behind now is done. */
  advance(time: number, phase: Phase = 7): void {
    this.#epoch.advance(time, phase);
  }

  start(terms: SessionTerms): void {
    this.#check("start", "paused", "completed");
    const epoch = this.#epoch;
    const { start = epoch.origin, settings } = terms;
    const merged = mergedTerms(epoch.terms, terms);
    checkRange(this.#source.market, start, merged.end, terms);
    this.#restart(epoch.anew(start, start, merged, settings));
    this.#move(terms.speed);
  }

  pause(): void {
    this.#check("pause", "running");
    this.#stand();
    this.#tellClock();
  }

  resume(): void {
    this.#check("resume", "paused");
    this.#move();
  }

  setSpeed(speed: Speed): void {
    const running = this.#state === "running";
    this.#catchUp();
    this.#pace.chosen = speed;
    if (running) this.#move(speed);
    else this.#tellClock();
  }

  step(by: StepKind, count: number): void {
    this.#check("advance", "paused");
    const log = this.#epoch.log;
    for (let i = 0; i < count && this.accounts.time < this.end; i++) {
      const { time, phase } = nextStop(by, log, this.accounts, this.#source.market, this.end, (at, done) =>
        this.advance(at, done),
      );
      this.advance(Math.min(time, this.end), time > this.end ? 7 : phase);
    }
    this.#tellClock();
  }

  advanceTo(time: number): void {
    this.#check("advance", "paused");
    if (time < this.now) throw notBehind("until", time, this.now);
    this.advance(Math.min(time, this.end));
    this.#tellClock();
  }

  seek(time: number): void {
    const running = this.#state === "running";
    // What would be refused later must not have stopped the clock.
    if (time < this.now) this.accounts.journal.checkWritable();
    this.#stand();
    try {
      if (time >= this.now) this.advance(Math.min(time, this.end));
      else this.#restart(this.#epoch.anew(time, Math.min(this.#epoch.stored.start, time)));
    } finally {
      if (running) this.#move();
      else this.#tellClock();
    }
  }

  /** From then on this one stands still too. */
  fork(source: SessionSource, id: string): MarketSession {
    const running = this.#state === "running";
    this.accounts.journal.checkWritable();
    this.#stand();
    if (running) this.#tellClock();
    try {
      this.accounts.keep();
    } catch (error) {
      if (running) this.#move();
      throw error;
    }
    this.#source.store.copy(this.id, source.store, id);
    const closedMarketPolicy = this.queuesWhileClosed ? "queue" : "refuse";
    // It ends where what is kept says.
    return new MarketSession(source, { ...this.#epoch.terms, end: undefined, id, speed: 0, closedMarketPolicy });
  }

  /** Keeps where it stands, and moves no more. */
  close(): void {
    this.#pace.stop();
    this.#epoch.close();
  }

  get #state(): ClockEvent["state"] {
    if (this.now >= this.end) return "completed";
    return this.#pace.speed === 0 ? "paused" : "running";
  }

  /** Begins another epoch: everything of the one before is forgotten. */
  #restart(plan: EpochPlan): void {
    const before = this.#epoch;
    this.#epoch = before.followedBy(plan);
    before.restart();
  }

  /** What could not be written has not happened; where the session stands it stands without that. */
  #goBack(): void {
    const before = this.#epoch;
    const { time, phase } = before.accounts;
    const reread = before.reread();
    reread.advance(time, phase);
    this.#epoch = reread;
    reread.accounts.note();
    before.interrupt();
  }

  #move(speed?: Speed): void {
    this.#pace.go(speed);
    this.#tellClock();
  }

  /** Stops where it is. */
  #stand(): void {
    this.#catchUp();
    this.#pace.stand();
  }

  #catchUp(): void {
    // Who is told of events on the way may ask for the time.
    if (this.#epoch.isAdvancing) return;
    const { target } = this.#pace;
    if (target === undefined) return;
    this.advance(Math.min(target, this.end));
    if (target >= this.end) this.#finish();
  }

  /** All that happens at the next instant. Tells whether anything is left. */
  #rush(): boolean {
    const { next } = this.#epoch.log;
    this.advance(Math.min(next, this.end));
    if (next < this.end) return true;
    this.#finish();
    return false;
  }

  /** The end is reached: it stands there. */
  #finish(): void {
    this.#pace.stand();
    this.#tellClock();
  }

  /** The clock was moved by more than time passing: where it stands now is told, and kept with the commit of this turn. */
  #tellClock(): void {
    this.accounts.note();
    this.#epoch.tellClock(() => this.clock);
  }

  #check(what: string, ...allowed: readonly ClockEvent["state"][]): void {
    const state = this.#state;
    if (!allowed.includes(state)) throw replayState(this.id, what, state, allowed);
  }
}

/** The error of a control that makes no sense as the session stands. */
function replayState(session: string, what: string, state: string, allowed: readonly string[]): ApiError {
  const message = `the session must be ${allowed.join(" or ")} for ${what}, it is ${state}`;
  return new ApiError("REPLAY_STATE", message, { session, state, allowed });
}

/** The error of a session that its one client moves. */
export function movedByClient(session: string, what: string): ApiError {
  const message = `the acks of its client move a session in lockstep: there is no ${what}`;
  return new ApiError("REPLAY_STATE", message, { session, mode: "lockstep" });
}

/** The error of a moment that lies behind. */
function notBehind(parameter: string, time: number, now: number): ApiError {
  const reason = `must not be before the market's now, ${formatInstant(now)}: seek goes back`;
  return invalidParameters([{ in: "body", parameter, value: formatInstant(time), reason }]);
}
