import { withFunctions } from "../../broker/custom-part.ts";
import type { Phase } from "../../simulation/simulation.ts";
import { graphAdjustments } from "../../market/action-factors.ts";
import { needsFiner } from "../../broker/models/sequence.ts";
import type { Market } from "../../simulation/market.ts";
import type { MarketSeries } from "../../simulation/market-series.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import { sliceColumns } from "../../market/market-data.ts";
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
import { BacktestVenue, intervalInRun, pairsOf, runData, runTermsOf } from "../trading/backtest-venue.ts";
import type { StoredAccount, StoredCommand } from "../trading/session-store.ts";
import type { TradingAccount } from "../trading/trading-account.ts";
import { SessionLog } from "./events/session-log.ts";
import { lastMoment } from "./recorded-range.ts";
import type { LockstepGate, ReplaySession, SessionSource, StreamPeer } from "./session.ts";
import type { ClockEvent, SessionEvents } from "./session-event.ts";
import { knownSymbols, recordingSubset, rangeOf, SERVER_NAME } from "./session-terms.ts";

/** The last phase before a strategy's hooks run. Requests of the client take effect in the phase of the hooks, like calls from hooks. */
const LAST_PHASE_BEFORE_HOOKS: Phase = 4;

/**
 * A replay that one client advances step by step. Each step goes to the next point at which a strategy decides, and the next step begins
 * when the client has acknowledged all its messages. Orders sent in between take effect at that point, in order of arrival, and fill as in
 * a backtest over the same data with the same settings.
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
  /** Times at which a strategy decides, one per step. */
  readonly #steps: Float64Array;
  readonly #sessionsAt: (step: number) => readonly string[];
  #step = 0;
  #completed = false;
  readonly #end: number;
  #peer: StreamPeer | undefined;
  /** Sequence number of the last message before the current step. */
  #seqBeforeStep = 0;

  /** Creates the session. Throws INVALID_PARAMETERS, SYMBOL_UNKNOWN, SETTING_INVALID, and the errors of a backtest over these data. */
  constructor(source: SessionSource, id: string, body: SessionBody) {
    const { from, to, symbols, interval, settings = {} } = body;
    const { market, marketHistory, checksum, store, journal, wallClock } = source;
    this.id = id;
    this.#source = source;
    this.#body = body;
    if (symbols === undefined)
      throw invalidParameters([{ in: "body", parameter: "symbols", reason: "must be given for a lockstep session" }]);
    checkLockstepBody(body);
    const chosen = knownSymbols(market, symbols);
    const known = withFunctions(settings, source.models, SERVER_NAME);
    const runSettings = { ...known, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const { zone } = settings as Partial<RunSettings>;
    const { data, interval: length } = runData(market, chosen, interval, needsFiner(settings));
    // Dates are read in the setting `zone`, as in a backtest. If `zone` is not a text, it is refused below with the other settings.
    rangeOf(market, body, typeof zone === "string" ? zone : dateZone(data.series));
    const calendar = calendarOf(market.mainCalendar, market.calendars);
    const venue = new BacktestVenue(data, calendar, runSettings as Partial<RunSettings>);
    this.#steps = Float64Array.from(venue.market.closings.time);
    this.#sessionsAt = closingSessions(venue.market);
    const pairs = pairsOf(venue);
    const used = [...venue.market.series, ...pairs];
    const intervals = new Map(used.map(({ instrument, bars }) => [instrument.symbol, intervalInRun(bars, length)]));
    this.symbols = new Set(intervals.keys());
    const subset = recordingSubset(market, { symbols: [...this.symbols], interval: length }, intervals);
    const part = cutAfter(subset, used);
    this.#end = Math.min(venue.market.end, lastMoment(part));
    const start = venue.market.start - 1;
    store.addSession({ id, recording: checksum, start, settings: {}, time: start, phase: 7 });
    this.accounts = new Accounts(id, venue, store, journal, { time: start, phase: 7 }, wallClock);
    const { dividends } = graphAdjustments[venue.settings.graphPrices];
    // As in a backtest, an action takes effect at the open of the first bar that begins after the ex-date.
    const actions = new Map(venue.market.series.map((one) => [one.instrument.symbol, one.actions]));
    this.#log = new SessionLog({
      market: part,
      marketHistory,
      accounts: this.accounts,
      start,
      exact: true,
      dividends,
      actions,
    });
    this.run = runTermsOf(market, venue, length);
  }

  get now(): number {
    return this.accounts.time;
  }

  /** Phase of the current point in time; the phase of the hooks while a step waits to be acknowledged. */
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
    const { marketHistory } = this.#source;
    return asOf === undefined || asOf === this.now ? marketHistory.at(this.now, this.phase) : marketHistory.at(asOf);
  }

  attach(peer: StreamPeer): void {
    if (this.#peer !== undefined && this.#peer !== peer) {
      const message = "another connection already advances this lockstep session";
      throw new ApiError("REPLAY_STATE", message, { session: this.id });
    }
    this.#peer = peer;
    this.#seqBeforeStep = 0;
  }

  /** Advances to the next step if the client has acknowledged all messages of the current one. */
  acknowledge(peer: StreamPeer, seq: number): void {
    if (seq > peer.seq) {
      const reason = `must not be greater than the seq of the last message, ${peer.seq}`;
      throw invalidParameters([{ in: "body", parameter: "seq", value: seq, reason }]);
    }
    if (peer !== this.#peer || this.#completed) return;
    // The client has acknowledged an earlier step. Messages about its own orders, which belong to the next step, may still be on their way.
    if (seq <= this.#seqBeforeStep && this.#step > 0) return;
    this.#seqBeforeStep = peer.seq;
    this.#nextStep();
  }

  detach(peer: StreamPeer): void {
    if (this.#peer === peer) this.#peer = undefined;
  }

  /**
   * Repeats all orders and other commands in another session, so that its events are the same. The fork is at the same step, which is not
   * acknowledged yet.
   */
  fork(source: SessionSource, id: string): LockstepSession {
    this.accounts.writePosition();
    const { store } = this.#source;
    const fork = new LockstepSession(source, id, this.#body);
    const accountIndex = this.accounts.created().map(({ commandsBefore }) => commandsBefore);
    const accounts = store.accounts(this.id).map((account, i) => ({ ...account, commandsBefore: accountIndex[i]! }));
    fork.#replay(accounts, store.commands(this.id), this.#step, this.#completed);
    store.copyAnswers(this.id, source.store, id);
    return fork;
  }

  close(): void {
    this.#log.end();
    try {
      this.accounts.writePosition();
    } catch {
      // Stores nothing, since a lockstep session ends with its process.
    }
  }

  /** Repeats stored steps and commands. Accounts are created at their original place among the commands. */
  #replay(
    stored: readonly AccountWithOrigin[],
    commands: readonly StoredCommand[],
    steps: number,
    completes: boolean,
  ): void {
    const { accounts } = this;
    const isDue = (one: StoredAccount | StoredCommand | undefined): boolean =>
      one !== undefined && one.time === accounts.time && one.phase === accounts.phase;
    let [accountIndex, commandIndex] = [0, 0];
    for (;;) {
      for (;;) {
        if (isDue(stored[accountIndex]) && stored[accountIndex]!.commandsBefore === commandIndex)
          accounts.accountOf(stored[accountIndex++]!.key);
        else if (isDue(commands[commandIndex])) {
          const { account, command } = commands[commandIndex++]!;
          accounts.execute(accounts.list()[account - 1]!, command);
        } else break;
      }
      if (this.#step === steps && this.#completed === completes) break;
      this.#nextStep();
    }
    accounts.journal.flush();
  }

  /** Advances to the next point at which a strategy decides, or to the end. */
  #nextStep(): void {
    if (this.#step > 0) this.#log.advance(this.now, 5);
    if (this.#step < this.#steps.length) {
      this.#log.advance(this.#steps[this.#step]!, LAST_PHASE_BEFORE_HOOKS);
      this.#step++;
    } else {
      this.#log.advance(Math.max(this.#end, this.now), 7);
      this.accounts.finalize();
      this.#completed = true;
    }
    this.#log.tellClock(this.clock);
  }
}

/** An account with the number of commands that preceded its creation. */
interface AccountWithOrigin extends StoredAccount {
  readonly commandsBefore: number;
}

/** Throws INVALID_PARAMETERS for members that control a clock, since a lockstep session has none. */
function checkLockstepBody({ speed, backpressure, closed_market: closedMarket }: SessionBody): void {
  const refuse = (parameter: string, value: unknown, reason: string): never => {
    throw invalidParameters([{ in: "body", parameter, value, reason }]);
  };
  if (speed !== undefined) refuse("speed", speed, "must be left out for a lockstep session");
  if (backpressure === "pause")
    refuse(
      "backpressure",
      backpressure,
      "must be conflate or left out for a lockstep session: its clock always waits for the client",
    );
  if (closedMarket === "refuse") {
    const reason = "must be queue or left out for a lockstep session: orders of a run wait for the next session";
    refuse("closed_market", closedMarket, reason);
  }
}

/** Returns the recording without bars that follow the last bar of the session. */
function cutAfter(
  market: RecordedMarket,
  series: readonly Pick<MarketSeries, "instrument" | "bars">[],
): RecordedMarket {
  const last = new Map(series.map(({ instrument, bars }) => [instrument.symbol, bars.time.at(-1) ?? -Infinity]));
  return {
    ...market,
    series: market.series.map(({ symbol, bars, columns }) => {
      const end = lastAtOrBefore(bars.time, last.get(symbol)!, -1) + 1;
      return { symbol, bars: bars.slice(0, end), columns: sliceColumns(columns, 0, end) };
    }),
  };
}

/** Returns a function that gives the symbols whose trading session closes at a step (counted from 0), including symbols without a bar. */
function closingSessions({ timeline, symbols, closings }: Market): (step: number) => readonly string[] {
  const { time } = closings;
  const shapes = new Int32Array(time.length);
  let step = 0;
  timeline.forEachBlock(0, (block) => {
    for (let venue = 0; venue < block.length && step < time.length; venue++)
      if (block.time[venue] === time[step]) shapes[step++] = block.shape[venue]!;
  });
  return (number) => [...timeline.shapes[shapes[number]!]!.sessionsClosing].map((series) => symbols[series]!);
}

/** Returns the opens of forming bars, for instruments that trade while the bar of another instrument closes. */
function formingOpens(account: TradingAccount): StreamOpen[] {
  return account.run.simulation.feeds
    .filter(({ forming }) => forming)
    .map(({ instrument, open, opened }) => ({ symbol: instrument.symbol, open: open[opened]! }));
}

/** Returns the current stop prices of an account's trailing stops that already follow the market. */
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
