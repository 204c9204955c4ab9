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
import { checkRange, mergedTerms, recordingSubset, type SessionTerms, type Speed } from "./session-terms.ts";
import { storedSession } from "./stored-session.ts";

/**
 * A replay of a recording with one clock, and one account per API key that moves with the clock. A stored session continues at its last
 * position. Throws STATE_INVALID if the stored session has another recording, start, end or settings.
 */
export class MarketSession implements ReplaySession, SessionControl {
  readonly id: string;
  readonly lockstep = false;
  /** What happens by default to orders that cannot rest while the market is closed. The terms of the session override it. */
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
    const exchange = new Exchange(recordingSubset(source.market, terms), stored.start, stored.settings, terms.end);
    this.#epoch = new SessionEpoch(source, { number, stored, terms, exchange, origin });
    source.journal.rollBack = () => this.#rollBack();
    this.#pace = new SessionPace(source.wallClock, speed, {
      position: () => this.accounts.time,
      mustWait: () => this.backpressure === "pause" && this.#epoch.isBusy,
      catchUp: () => this.#catchUp(),
      runNextInstant: () => this.#runNextInstant(),
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

  /** Market seconds per real second; 0 while paused. */
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
      speed: this.#pace.chosenSpeed,
    };
  }

  view(asOf?: number): MarketView {
    const { marketHistory } = this.#source;
    return asOf === undefined || asOf === this.now ? marketHistory.at(this.now, this.phase) : marketHistory.at(asOf);
  }

  /** Advances to a market time and phase. Does nothing if they have passed. */
  advance(time: number, phase: Phase = 7): void {
    this.#epoch.advance(time, phase);
  }

  start(terms: SessionTerms): void {
    this.#checkState("start", "paused", "completed");
    const epoch = this.#epoch;
    const { start = epoch.origin, settings } = terms;
    const merged = mergedTerms(epoch.terms, terms);
    checkRange(this.#source.market, start, merged.end, terms);
    this.#restart(epoch.planRestart(start, start, merged, settings));
    this.#startClock(terms.speed);
  }

  pause(): void {
    this.#checkState("pause", "running");
    this.#stopClock();
    this.#tellClock();
  }

  resume(): void {
    this.#checkState("resume", "paused");
    this.#startClock();
  }

  setSpeed(speed: Speed): void {
    const running = this.#state === "running";
    this.#catchUp();
    this.#pace.chosenSpeed = speed;
    if (running) this.#startClock(speed);
    else this.#tellClock();
  }

  step(by: StepKind, count: number): void {
    this.#checkState("advance", "paused");
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
    this.#checkState("advance", "paused");
    if (time < this.now) throw earlierTimeError("until", time, this.now);
    this.advance(Math.min(time, this.end));
    this.#tellClock();
  }

  seek(time: number): void {
    const running = this.#state === "running";
    // This is checked first, since a failure below would leave the clock stopped.
    if (time < this.now) this.accounts.journal.checkWritable();
    this.#stopClock();
    try {
      if (time >= this.now) this.advance(Math.min(time, this.end));
      else this.#restart(this.#epoch.planRestart(time, Math.min(this.#epoch.stored.start, time)));
    } finally {
      if (running) this.#startClock();
      else this.#tellClock();
    }
  }

  /** Creates a copy of the session. Afterwards the clocks of the session and its copy are paused. */
  fork(source: SessionSource, id: string): MarketSession {
    const running = this.#state === "running";
    this.accounts.journal.checkWritable();
    this.#stopClock();
    if (running) this.#tellClock();
    try {
      this.accounts.writePosition();
    } catch (error) {
      if (running) this.#startClock();
      throw error;
    }
    this.#source.store.copy(this.id, source.store, id);
    const closedMarketPolicy = this.queuesWhileClosed ? "queue" : "refuse";
    // The end comes from the stored session.
    return new MarketSession(source, { ...this.#epoch.terms, end: undefined, id, speed: 0, closedMarketPolicy });
  }

  /** Stores the session's market time and stops its clock. */
  close(): void {
    this.#pace.stop();
    this.#epoch.close();
  }

  get #state(): ClockEvent["state"] {
    if (this.now >= this.end) return "completed";
    return this.#pace.speed === 0 ? "paused" : "running";
  }

  /** Starts a new epoch, and discards everything of the previous one. */
  #restart(plan: EpochPlan): void {
    const before = this.#epoch;
    this.#epoch = before.replaceWith(plan);
    before.restart();
  }

  /** Restores what is on disk after a failed write, and advances to the current market time. */
  #rollBack(): void {
    const before = this.#epoch;
    const { time, phase } = before.accounts;
    const reread = before.reread();
    reread.advance(time, phase);
    this.#epoch = reread;
    reread.accounts.queuePosition();
    before.interrupt();
  }

  #startClock(speed?: Speed): void {
    this.#pace.start(speed);
    this.#tellClock();
  }

  /** Stops the clock at the current market time. */
  #stopClock(): void {
    this.#catchUp();
    this.#pace.stopClock();
  }

  #catchUp(): void {
    // A listener may ask for the time while the session advances, which must not advance it again.
    if (this.#epoch.isAdvancing) return;
    const { target } = this.#pace;
    if (target === undefined) return;
    this.advance(Math.min(target, this.end));
    if (target >= this.end) this.#finish();
  }

  /** Processes the next point in time at which something happens. Returns whether there is a further one. */
  #runNextInstant(): boolean {
    const { next } = this.#epoch.log;
    this.advance(Math.min(next, this.end));
    if (next < this.end) return true;
    this.#finish();
    return false;
  }

  /** Stops the clock at the end of the session. */
  #finish(): void {
    this.#pace.stopClock();
    this.#tellClock();
  }

  /** Tells listeners that a request changed the clock, and stores the clock with the next commit. */
  #tellClock(): void {
    this.accounts.queuePosition();
    this.#epoch.tellClock(() => this.clock);
  }

  #checkState(what: string, ...allowed: readonly ClockEvent["state"][]): void {
    const state = this.#state;
    if (!allowed.includes(state)) throw replayStateError(this.id, what, state, allowed);
  }
}

/** Returns the error for a request that the current state of the session's clock does not allow. */
function replayStateError(session: string, what: string, state: string, allowed: readonly string[]): ApiError {
  const message = `the session must be ${allowed.join(" or ")} for ${what}, but it is ${state}`;
  return new ApiError("REPLAY_STATE", message, { session, state, allowed });
}

/** Returns the error for a request to move the clock of a lockstep session. */
export function movedByClientError(session: string, what: string): ApiError {
  const message = `a lockstep session advances only by its client's acks: ${what} is not available`;
  return new ApiError("REPLAY_STATE", message, { session, mode: "lockstep" });
}

/** Returns the error for a time that the market clock has already passed. */
function earlierTimeError(parameter: string, time: number, now: number): ApiError {
  const reason = `must not be before the market's current time, ${formatInstant(now)}; use seek to go back`;
  return invalidParameters([{ in: "body", parameter, value: formatInstant(time), reason }]);
}
