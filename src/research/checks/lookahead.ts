import { Backtest } from "../../engine/backtest.ts";
import { namedNodes } from "../../engine/graph/build-graph.ts";
import { type RunOptions, RunPlan } from "../../engine/run-plan.ts";
import { type AnyStrategy, isStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import { checkInteger } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { lastAtOrBefore } from "../../primitives/rising.ts";
import { SeededRandom } from "../../primitives/random.ts";
import { formatInstant } from "../../time/instant.ts";
import { loadOnly } from "../executors/load-strategy.ts";
import type { StrategySource } from "../trials/trial-job.ts";
import { type FutureChange, otherFuture, overwritten } from "./other-future.ts";

export interface LookaheadOptions extends Omit<RunOptions, "sourceHash"> {
  /** Moments after which the future is changed, or all where there are fewer; 30 by default. */
  readonly moments?: number;
  readonly seed?: number;
}

const OPTIONS: OptionNames<LookaheadOptions> = {
  params: true,
  settings: true,
  symbols: true,
  evaluation: true,
  moments: true,
  seed: true,
};

/** Something that was another because the future was another. */
export interface Leak {
  /** The moment up to which nothing was changed, epoch milliseconds. */
  readonly now: number;
  /** `repeated`: nothing was changed, and the strategy decided otherwise all the same. */
  readonly change: FutureChange | "repeated";
  /** `indicator fast of SPY`, `order 3`, `fill 2`, `equity`. */
  readonly what: string;
  /** When it came to be, at or before `now`. */
  readonly time: number;
  readonly was: string;
  readonly became: string;
}

/** Where the module of a strategy is, and which of its exports it is; left out where it has one strategy alone. */
export type CheckedFile = Pick<StrategySource, "file" | "export">;

export interface LookaheadReport {
  readonly strategy: string;
  /** How many moments were tried, each with a truncated and a perturbed future. */
  readonly moments: number;
  /** Orders of the whole run: a strategy that never orders shows nothing. */
  readonly orders: number;
  /** The first leak of each moment and change. */
  readonly leaks: readonly Leak[];
}

/** A strategy, or a function that makes it of the data: for one that holds columns which it has computed beforehand. */
export type CheckedStrategy = AnyStrategy | ((data: MarketData) => AnyStrategy);

/**
 * Runs a strategy over data whose future is another, at moments at random and at those where it decides, and compares bit by bit what it has done up to
 * that moment. What differs has read the future. Two runs over the same data are compared first. Finding nothing proves nothing for other data, but a
 * leak that matters shows here.
 *
 * Given the file of a strategy, it loads a new instance of its module for each other future, so that what a module variable keeps of the data is no
 * longer known there, and returns a promise; modules that it imports keep theirs in this process, on the command line not. A strategy itself is the same
 * object in all runs. While another future runs, the columns of `data` hold it, so that a closure over them is found; afterwards they are as they
 * were. Their length stays.
 *
 * Throws what a run throws.
 *
 * @example
 * checkLookahead(strategy, data).leaks; // []
 * (await checkLookahead({ file: "strategies/mine.js" }, data)).leaks;
 */
export function checkLookahead(
  strategy: CheckedStrategy,
  data: MarketData,
  options?: LookaheadOptions,
): LookaheadReport;
export function checkLookahead(
  strategy: CheckedFile,
  data: MarketData,
  options?: LookaheadOptions,
): Promise<LookaheadReport>;
export function checkLookahead(
  strategy: CheckedStrategy | CheckedFile,
  data: MarketData,
  options: LookaheadOptions = {},
): LookaheadReport | Promise<LookaheadReport> {
  checkExperiment("checkLookahead", options, OPTIONS);
  if (isFile(strategy)) return checkFresh(() => loadOnly(strategy), data, options);
  const runs = comparedRuns(data, options, typeof strategy !== "function");
  let asked = runs.next();
  while (asked.done !== true) asked = runs.next(typeof strategy === "function" ? strategy(asked.value) : strategy);
  return asked.value;
}

/** The same with a strategy that is loaded anew for each run. */
export async function checkFresh(
  load: () => Promise<AnyStrategy>,
  data: MarketData,
  options: LookaheadOptions,
): Promise<LookaheadReport> {
  const runs = comparedRuns(data, options, false);
  let asked = runs.next();
  while (asked.done !== true) asked = runs.next(await load());
  return asked.value;
}

function isFile(strategy: CheckedStrategy | CheckedFile): strategy is CheckedFile {
  return typeof (strategy as Partial<CheckedFile>).file === "string" && !isStrategy(strategy);
}

/**
 * Asks for a strategy for each run, by its data, and compares the runs. A strategy that stays the same object may hold the arrays of `data`: with
 * `overwrite` they hold the other future while it runs.
 */
function* comparedRuns(
  data: MarketData,
  options: LookaheadOptions,
  overwrite: boolean,
): Generator<MarketData, LookaheadReport, AnyStrategy> {
  const { moments = 30, seed = 1, ...run } = options;
  checkInteger("moments", moments);
  const random = new SeededRandom(checkInteger("seed", seed, 0, 2 ** 32 - 1));
  const one = yield data;
  const whole = new WatchedRun(one, data, run);
  const decisions = whole.decisions();
  // The same instance of its module: what that keeps of the first run shows in the second.
  const again = new WatchedRun(one, data, run);
  again.decisions();
  const { strategy, end } = whole.plan;
  const repeated = firstLeak(whole, [...whole.things()], again, { now: end, change: "repeated" });
  const leaks: Leak[] = repeated === undefined ? [] : [Object.freeze(repeated)];
  // Of a strategy that decides otherwise each time nothing can be said of other futures.
  const cuts = repeated === undefined ? cutMoments(whole.plan, decisions, moments, random) : [];
  const reference = cuts.length === 0 ? undefined : new WatchedRun(yield data, data, run);
  for (const now of cuts) {
    reference!.advance(now);
    const known = [...reference!.things()];
    for (const change of ["truncated", "perturbed"] as const) {
      const changed = otherFuture(data, now, change, random);
      const strategyOfOther = yield changed;
      const restore = overwrite ? overwritten(data, changed, now, change) : undefined;
      let other: WatchedRun;
      try {
        other = new WatchedRun(strategyOfOther, changed, run);
        other.advance(now);
      } finally {
        restore?.();
      }
      const leak = firstLeak(reference!, known, other, { now, change });
      if (leak !== undefined) leaks.push(Object.freeze(leak));
    }
  }
  return Object.freeze({
    strategy: strategy.name,
    moments: cuts.length,
    orders: decisions.length,
    leaks: Object.freeze(leaks),
  });
}

/**
 * Throws LOOKAHEAD_FOUND when a strategy decides by what comes later, or otherwise each time, with what differed first; see `checkLookahead`.
 *
 * @example
 * test("my strategy knows nothing of the future", () => assertNoLookahead(myStrategy, data));
 */
export function assertNoLookahead(strategy: CheckedStrategy, data: MarketData, options: LookaheadOptions = {}): void {
  const report = checkLookahead(strategy, data, options);
  const [first] = report.leaks;
  if (first === undefined) return;
  throw new HindcastError("LOOKAHEAD_FOUND", `${report.strategy} must ${mustText(first)}: ${leakText(first)}`, {
    ...first,
    strategy: report.strategy,
    leaks: report.leaks.length,
    moments: report.moments,
  });
}

/** What a strategy with this leak does not do. */
export function mustText({ change }: Leak): string {
  return change === "repeated" ? "decide the same each time" : "decide by what is known";
}

/** A leak in a sentence. */
export function leakText({ what, time, now, change, was, became }: Leak): string {
  const values = was === became ? "" : ` (${was} became ${became})`;
  const other =
    change === "repeated" ? "the same data were run again" : `the data after ${formatInstant(now)} were ${change}`;
  return `${what} at ${formatInstant(time)} was another when ${other}${values}`;
}

function firstLeak(
  reference: WatchedRun,
  known: readonly KnownThing[],
  other: WatchedRun,
  at: Pick<Leak, "now" | "change">,
): Leak | undefined {
  const indicator = reference.differingIndicator(other);
  if (indicator !== undefined) {
    const { symbol, name, time } = indicator;
    return { ...at, what: `indicator ${name} of ${symbol}`, time, was: "", became: "" };
  }
  const mine = new Map(known.map((thing) => [thing.what, thing]));
  const theirs = new Map(Array.from(other.things(), (thing) => [thing.what, thing]));
  let first: KnownThing | undefined;
  for (const [what, thing] of [...mine, ...theirs]) {
    if (mine.get(what)?.value === theirs.get(what)?.value) continue;
    if (first === undefined || thing.time < first.time) first = thing;
  }
  if (first === undefined) return undefined;
  const { what, time } = first;
  const [was, became] = [mine.get(what), theirs.get(what)];
  return { ...at, what, time, was: differing(was, became), became: differing(became, was) };
}

/** What an order or fill says of nothing: a price that it has none of, a word that does not apply. */
const SAYS_NOTHING = / (undefined|NaN|false|0|)$/;

/** The parts of a thing's words that the other does not have. */
function differing(
  thing: { readonly value: string } | undefined,
  other: { readonly value: string } | undefined,
): string {
  if (thing === undefined) return "nothing";
  const others = new Set(other?.value.split(", "));
  return thing.value
    .split(", ")
    .filter((part) => !others.has(part) && !(other === undefined && SAYS_NOTHING.test(part)))
    .join(", ");
}

/**
 * So many moments after which the future is changed, or all where there are fewer: a third where the strategy gave an order, a third just before a gap,
 * where what was filled from behind shows, and the others at random.
 */
function cutMoments(
  { market, start }: RunPlan,
  decisions: readonly number[],
  count: number,
  random: SeededRandom,
): readonly number[] {
  const closes = Array.from(market.closings.time).filter((time) => time > start);
  // After the last there is no future.
  closes.pop();
  const gaps = closes.filter((time, i) =>
    market.series.some(({ schedule, bars }) => isBeforeGap(schedule.closeTime, bars.volume, time, closes[i + 1])),
  );
  const last = closes.at(-1) ?? -Infinity;
  const decided = decisions.filter((time) => time <= last && time > start);
  const chosen = new Set<number>();
  for (const [from, share] of [
    [decided, Math.ceil(count / 3)],
    [gaps, Math.ceil((count - 1) / 3)],
    [closes, count],
  ] as const) {
    const left = from.filter((time) => !chosen.has(time));
    for (const time of draw(left, Math.min(share, count - chosen.size), random)) chosen.add(time);
  }
  return [...chosen].toSorted((a, b) => a - b);
}

/** Whether a series has no bar, or no volume, where another moment follows. */
function isBeforeGap(closeTime: Float64Array, volume: Float64Array, now: number, next: number | undefined): boolean {
  if (next === undefined) return false;
  const i = lastAtOrBefore(closeTime, now, -1) + 1;
  return i < closeTime.length && (closeTime[i]! > next || !(volume[i]! > 0));
}

/** So many of them, none twice; all where there are no more. */
function draw(from: readonly number[], count: number, random: SeededRandom): number[] {
  if (from.length <= count) return [...from];
  const all = [...from];
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random.next() * (all.length - i));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all.slice(0, count);
}

/** Something that a run has at a moment: an order, a fill, the value of an indicator, in words that tell each bit. */
interface KnownThing {
  readonly what: string;
  readonly value: string;
  /** When it came to be, epoch milliseconds. */
  readonly time: number;
}

/** The phase in which a strategy decides. */
const HOOKS = 5;

/** A run that stops when it is told to, and tells what it has by then. */
class WatchedRun {
  readonly plan: RunPlan;
  readonly #backtest: Backtest;

  constructor(strategy: AnyStrategy, data: MarketData, options: RunOptions) {
    this.plan = new RunPlan(strategy, data, options);
    // A look-ahead is to be reported here, with its moment, not refused.
    this.plan.data.columns.probed = false;
    this.#backtest = new Backtest(this.plan);
  }

  /** Goes on until the strategy has decided at `now`. */
  advance(now: number): void {
    this.#backtest.advance(now, HOOKS);
  }

  /** Moments at which orders were given, of a run that went to its end. */
  decisions(): readonly number[] {
    this.#backtest.advance();
    const { log } = this.#backtest.simulation.broker;
    const times = Array.from(
      { length: log.length },
      (_, row) => log.record(row + 1, this.plan.data.symbols).submittedAt,
    );
    return [...new Set(times)];
  }

  /** Orders as they stand, events, fills, messages and equity. */
  *things(): Generator<KnownThing, void, undefined> {
    const { simulation, runner } = this.#backtest;
    const { broker, portfolio, records, time } = simulation;
    const { symbols } = this.plan.data;
    for (let row = 0; row < broker.log.length; row++) {
      const order = broker.log.record(row + 1, symbols);
      yield { what: `order ${order.id}`, value: textOf(order), time: order.submittedAt };
    }
    for (const fill of portfolio.entries.fills(symbols)) {
      yield { what: `fill ${fill.id}`, value: textOf(fill), time: fill.time };
    }
    for (const [i, line] of runner.log.entries())
      yield { what: `message ${i + 1}`, value: line.message, time: line.time };
    const last = records.length - 1;
    yield { what: "equity", value: `${last} ${records.values[last]}`, time };
  }

  /** The first place before `now` at which an indicator is another than in the other run. */
  differingIndicator(
    other: WatchedRun,
  ): { readonly symbol: string; readonly name: string; readonly time: number } | undefined {
    const { graph, data } = this.plan;
    for (const [index, { instrument, schedule }] of data.series.entries()) {
      const { symbol } = instrument;
      const known = this.#backtest.simulation.feeds[index]!.closed + 1;
      for (const { name, node } of namedNodes(graph)) {
        const own = data.columns.column(node, symbol);
        const theirs = other.#column(name, symbol);
        for (let i = 0; i < known; i++) {
          if (!Object.is(own[i], theirs[i])) return { symbol, name, time: schedule.closeTime[i]! };
        }
      }
    }
    return undefined;
  }

  #column(name: string, symbol: string): Float64Array {
    const { graph, data } = this.plan;
    const { node } = namedNodes(graph).find((one) => one.name === name)!;
    return data.columns.column(node, symbol);
  }
}

/** Every number is written with all its bits. */
function textOf(record: object): string {
  return Object.entries(record)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}
