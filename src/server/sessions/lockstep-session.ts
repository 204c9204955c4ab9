import { withFunctions } from "../../broker/own-part.ts";
import type { Phase } from "../../simulation/simulation.ts";
import { graphAdjustments } from "../../market/action-factors.ts";
import { needsFiner } from "../../broker/models/sequence.ts";
import type { Market } from "../../simulation/market.ts";
import type { MarketSeries } from "../../simulation/market-series.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { dateZone } from "../../market/session-dates.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { RunTerms, SessionBody } from "../../schemas/replay.ts";
import { PHASES, type StreamOpen, type StreamTrail } from "../../schemas/stream-message.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { Accounts } from "../trading/accounts.ts";
import { orderId } from "../trading/ids.ts";
import { pairsOf, runData, RunPlace, runTermsOf } from "../trading/run-place.ts";
import type { StoredAccount, StoredCommand } from "../trading/session-store.ts";
import type { TradingAccount } from "../trading/trading-account.ts";
import { SessionLog } from "./events/session-log.ts";
import { lastMoment } from "./recorded-range.ts";
import type { LockstepGate, ReplaySession, SessionSource, StreamPeer } from "./session.ts";
import type { ClockEvent, SessionEvents } from "./session-event.ts";
import { knownSymbols, partOf, rangeOf, SERVER } from "./session-terms.ts";

/** The last phase before hooks: what a client asks for comes then, as what hooks ask for. */
const BEFORE_HOOKS: Phase = 4;

/**
 * A replay that one client moves: it goes from one hooks phase of a run to the next, and on from there when its connection has said that all of the step was
 * worked off. What the client asks for meanwhile belongs to that phase, in the order of arrival. Orders fill as those of a batch run over the same
 * data with the same settings.
 */
export class LockstepSession implements ReplaySession, LockstepGate {
  readonly id: string;
  readonly lockstep = true;
  readonly queuesWhileClosed = true;
  readonly epoch = 1;
  readonly accounts: Accounts;
  readonly symbols: ReadonlySet<string>;
  readonly run: RunTerms;
  readonly #source: SessionSource;
  readonly #body: SessionBody;
  readonly #log: SessionLog;
  /** Times of the hooks phases, and how many of them have come. */
  readonly #steps: Float64Array;
  readonly #sessionsAt: (step: number) => readonly string[];
  #step = 0;
  #completed = false;
  readonly #end: number;
  #peer: StreamPeer | undefined;
  /** The last message that was sent before the step. */
  #before = 0;

  /** Throws INVALID_PARAMETERS, SYMBOL_UNKNOWN, SETTING_INVALID and what else a run of these data throws. */
  constructor(source: SessionSource, id: string, body: SessionBody) {
    const { from, to, symbols, interval, settings = {} } = body;
    const { market, tape, checksum, store, journal, wallClock } = source;
    this.id = id;
    this.#source = source;
    this.#body = body;
    if (symbols === undefined)
      throw invalidParameters([{ in: "body", parameter: "symbols", reason: "must be given in lockstep" }]);
    checkMoves(body);
    const chosen = knownSymbols(market, symbols);
    const known = withFunctions(settings, source.models, SERVER);
    const given = { ...known, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const { zone } = settings as Partial<RunSettings>;
    const { data, interval: length } = runData(market, chosen, interval, needsFiner(settings));
    // Its dates are those of a run, by the setting `zone`; one that is no text is refused with the other settings.
    rangeOf(market, body, typeof zone === "string" ? zone : dateZone(data.series));
    const calendar = calendarOf(market.mainCalendar, market.calendars);
    const place = new RunPlace(data, calendar, given as Partial<RunSettings>);
    this.#steps = Float64Array.from(place.market.closings.time);
    this.#sessionsAt = closingSessions(place.market);
    const pairs = pairsOf(place);
    this.symbols = new Set([...chosen, ...pairs.map(({ instrument }) => instrument.symbol)]);
    const used = [...place.market.series, ...pairs];
    const part = cutAfter(partOf(market, { symbols: [...this.symbols], interval: length }), used);
    this.#end = Math.min(place.market.end, lastMoment(part));
    const start = place.market.start - 1;
    store.addSession({ id, recording: checksum, start, settings: {}, time: start, phase: 7 });
    this.accounts = new Accounts(id, place, store, journal, { time: start, phase: 7 }, wallClock);
    const { dividends } = graphAdjustments[place.settings.graphPrices];
    // A run meets them at opens of its bars: what goes ex inside one, or while there is none, at that of the bar that has it behind it.
    const actions = new Map(place.market.series.map((one) => [one.instrument.symbol, one.actions]));
    this.#log = new SessionLog({ market: part, tape, accounts: this.accounts, start, exact: true, dividends, actions });
    this.run = runTermsOf(market, place, length);
  }

  get now(): number {
    return this.accounts.time;
  }

  /** While a step is worked off its hooks are on. */
  get phase(): ViewPhase {
    return this.#step > 0 && !this.#completed ? 5 : this.accounts.phase;
  }

  get events(): SessionEvents {
    return this.#log;
  }

  get gate(): LockstepGate {
    return this;
  }

  get clock(): ClockEvent {
    const state = this.#completed ? "completed" : "paused";
    const phase = PHASES[this.phase - 1]!;
    const sessions = this.phase === 5 ? [...this.#sessionsAt(this.#step - 1)] : [];
    const clock = {
      type: "clock",
      now: formatInstant(this.now),
      phase,
      step: this.#step,
      state,
      speed: "max",
      ...(sessions.length > 0 && { sessions }),
    } as const;
    const own = this.accounts.list().find(({ keyId }) => keyId === this.#peer?.owner);
    if (own === undefined) return clock;
    const trails = liveTrails(own);
    const opens = formingOpens(own);
    return { ...clock, ...(trails.length > 0 && { trails }), ...(opens.length > 0 && { opens }) };
  }

  view(asOf?: number): MarketView {
    const { tape } = this.#source;
    return asOf === undefined || asOf === this.now ? tape.at(this.now, this.phase) : tape.at(asOf);
  }

  attach(peer: StreamPeer): void {
    if (this.#peer !== undefined && this.#peer !== peer) {
      const message = "another connection moves this session in lockstep";
      throw new ApiError("REPLAY_STATE", message, { session: this.id });
    }
    this.#peer = peer;
    this.#before = 0;
  }

  /** The step is worked off when all that was sent of it was seen. */
  acknowledge(peer: StreamPeer, seq: number): void {
    if (seq > peer.seq) {
      const reason = `must be of a message that was sent: the last was ${peer.seq}`;
      throw invalidParameters([{ in: "body", parameter: "seq", value: seq, reason }]);
    }
    if (peer !== this.#peer || this.#completed) return;
    // Messages about what the client asked for meanwhile may be on their way: they belong to the next step.
    if (seq <= this.#before && this.#step > 0) return;
    this.#before = peer.seq;
    this.#go();
  }

  detach(peer: StreamPeer): void {
    if (this.#peer === peer) this.#peer = undefined;
  }

  /** Goes the same way with the same commands, so that its transcript is that of this one. It stands at the same step, not acked. */
  fork(source: SessionSource, id: string): LockstepSession {
    this.accounts.keep();
    const { store } = this.#source;
    const made = new LockstepSession(source, id, this.#body);
    const born = this.accounts.made().map(({ commandsBefore }) => commandsBefore);
    const accounts = store.accounts(this.id).map((account, i) => ({ ...account, commandsBefore: born[i]! }));
    made.#redo(accounts, store.commands(this.id), this.#step, this.#completed);
    store.copyAnswers(this.id, source.store, id);
    return made;
  }

  close(): void {
    this.#log.end();
    try {
      this.accounts.keep();
    } catch {
      // Nothing of it outlives the process.
    }
  }

  /** Goes so many steps, and does what was done in each: accounts are made between the commands between which they were. */
  #redo(stored: readonly BornAccount[], commands: readonly StoredCommand[], steps: number, completes: boolean): void {
    const { accounts } = this;
    const isDue = (one: StoredAccount | StoredCommand | undefined): boolean =>
      one !== undefined && one.time === accounts.time && one.phase === accounts.phase;
    let [born, done] = [0, 0];
    for (;;) {
      for (;;) {
        if (isDue(stored[born]) && stored[born]!.commandsBefore === done) accounts.of(stored[born++]!.key);
        else if (isDue(commands[done])) {
          const { account, command } = commands[done++]!;
          accounts.execute(accounts.list()[account - 1]!, command);
        } else break;
      }
      if (this.#step === steps && this.#completed === completes) break;
      this.#go();
    }
    accounts.journal.flush();
  }

  /** On to the next hooks phase, or to the end. */
  #go(): void {
    if (this.#step > 0) this.#log.advance(this.now, 5);
    if (this.#step < this.#steps.length) {
      this.#log.advance(this.#steps[this.#step]!, BEFORE_HOOKS);
      this.#step++;
    } else {
      this.#log.advance(Math.max(this.#end, this.now), 7);
      this.accounts.finalize();
      this.#completed = true;
    }
    this.#log.tellClock(this.clock);
  }
}

/** An account with the number of commands that came before it was made. */
interface BornAccount extends StoredAccount {
  readonly commandsBefore: number;
}

/** Throws INVALID_PARAMETERS for what says how a session moves that its client does not move. */
function checkMoves({ speed, backpressure, closed_market: closedMarket }: SessionBody): void {
  const refuse = (parameter: string, value: unknown, reason: string): never => {
    throw invalidParameters([{ in: "body", parameter, value, reason }]);
  };
  if (speed !== undefined) refuse("speed", speed, "must be left out in lockstep");
  if (backpressure === "pause")
    refuse("backpressure", backpressure, "must be conflate or left out in lockstep: the clock waits for acks");
  if (closedMarket === "refuse") {
    const reason = "must be queue or left out in lockstep: orders of a run wait for the next session";
    refuse("closed_market", closedMarket, reason);
  }
}

/** Without the bars that come after the last of a run. */
function cutAfter(
  market: RecordedMarket,
  series: readonly Pick<MarketSeries, "instrument" | "bars">[],
): RecordedMarket {
  const last = new Map(series.map(({ instrument, bars }) => [instrument.symbol, bars.time.at(-1) ?? -Infinity]));
  return {
    ...market,
    series: market.series.map(({ symbol, bars }) => ({
      symbol,
      bars: bars.slice(0, lastAtOrBefore(bars.time, last.get(symbol)!, -1) + 1),
    })),
  };
}

/** The symbols of a run of which a session closes at a step, by its number from 0: also one without bars. */
function closingSessions({ timeline, symbols, closings }: Market): (step: number) => readonly string[] {
  const { time } = closings;
  const shapes = new Int32Array(time.length);
  let step = 0;
  timeline.forEachBlock(0, (block) => {
    for (let place = 0; place < block.length && step < time.length; place++)
      if (block.time[place] === time[step]) shapes[step++] = block.shape[place]!;
  });
  return (number) => [...timeline.shapes[shapes[number]!]!.sessionsClosing].map((series) => symbols[series]!);
}

/** The opens of bars that are forming: of instruments whose sessions are on while a bar of another closes. */
function formingOpens(account: TradingAccount): StreamOpen[] {
  return account.run.simulation.feeds
    .filter(({ forming }) => forming)
    .map(({ instrument, open, opened }) => ({ symbol: instrument.symbol, open: open[opened]! }));
}

/** Where the stops of an account's live trailing orders stand, of those that follow already. */
function liveTrails(account: TradingAccount): StreamTrail[] {
  return account.run.simulation.broker.open
    .list()
    .filter(({ type, stopPrice }) => type.trails && !Number.isNaN(stopPrice))
    .map(({ id, stopPrice, waterMark }) => ({
      order_id: orderId(account, id),
      stop_price: stopPrice,
      high_water_mark: waterMark,
    }));
}
