import { Backtest } from "../../engine/backtest.ts";
import { namedNodes } from "../../engine/graph/build-graph.ts";
import { type RunOptions, RunPlan } from "../../engine/run-plan.ts";
import { type AnyStrategy, isStrategy } from "../../engine/strategy.ts";
import { isTraded } from "../../market/instrument.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import { checkInteger } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { SeededRandom } from "../../primitives/random.ts";
import { formatInstant } from "../../time/instant.ts";
import { loadOnly } from "../executors/load-strategy.ts";
import type { StrategySource } from "../trials/trial-job.ts";
import { type FutureChange, changeFuture, overwriteColumns } from "./changed-future.ts";

export interface LookaheadOptions extends Omit<RunOptions, "sourceHash"> {
  /** Number of points in time after which later data are changed; 30 by default, and at most one per close. */
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

/** A value of a run that changed although only later data were changed. */
export interface Leak {
  /** Time up to which the data are unchanged, in epoch milliseconds. */
  readonly now: number;
  /** How later data were changed. `repeated` means that a second run over the same data differed. */
  readonly change: FutureChange | "repeated";
  /** Name of the value that differed, such as `indicator fast of SPY`, `order 3`, `fill 2` or `equity`. */
  readonly what: string;
  /** Time of the differing value, at or before `now`. */
  readonly time: number;
  readonly was: string;
  readonly became: string;
}

/** The file of a strategy. `export` names the strategy's export if the file exports several. */
export type CheckedFile = Pick<StrategySource, "file" | "export">;

export interface LookaheadReport {
  readonly strategy: string;
  /** Number of points in time after which later data were changed: once truncated and once perturbed. */
  readonly moments: number;
  /** Number of times at which the run over unchanged data submitted orders. If it is 0, the check proves nothing. */
  readonly orders: number;
  /** The first difference for each point in time and kind of change. */
  readonly leaks: readonly Leak[];
}

/** A strategy, or a function that creates one from the data. Use a function for strategies that compute columns before the run. */
export type CheckedStrategy = AnyStrategy | ((data: MarketData) => AnyStrategy);

/**
 * Detects look-ahead bias. Runs a strategy on data that are changed after a point in time, and compares everything before it bit by bit. A value
 * that differs depends on later data.
 *
 * The points in time are random ones, times of orders, and times before gaps. First, two runs on the same data are compared. An empty
 * result proves nothing about other data, but leaks that matter usually show.
 *
 * With the file of a strategy, each run loads a new instance of its module, and the result is a promise. Data kept in module
 * variables are then not available in the next run. Imported modules are reloaded by the command line only.
 *
 * A strategy object is the same in all runs. During a run on changed data, the columns of `data` contain the changes, so that closures over these
 * columns are found. They are restored afterwards, and their length never changes.
 *
 * Throws the errors of a run.
 *
 * @example
 * checkLookahead(strategy, data).leaks; // []
 * (await checkLookahead({ file: "strategies/ownByName.js" }, data)).leaks;
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
  if (isCheckedFile(strategy)) return checkLookaheadReloading(() => loadOnly(strategy), data, options);
  const runs = compareRuns(data, options, typeof strategy !== "function");
  let request = runs.next();
  while (request.done !== true)
    request = runs.next(typeof strategy === "function" ? strategy(request.value) : strategy);
  return request.value;
}

/** Runs `checkLookahead` with a strategy that `load` reloads for each run. */
export async function checkLookaheadReloading(
  load: () => Promise<AnyStrategy>,
  data: MarketData,
  options: LookaheadOptions,
): Promise<LookaheadReport> {
  const runs = compareRuns(data, options, false);
  let request = runs.next();
  while (request.done !== true) request = runs.next(await load());
  return request.value;
}

function isCheckedFile(strategy: CheckedStrategy | CheckedFile): strategy is CheckedFile {
  return typeof (strategy as Partial<CheckedFile>).file === "string" && !isStrategy(strategy);
}

/**
 * Yields the data of each run, receives the strategy to run on them, and compares the runs. With `overwrite` the arrays of `data` contain
 * the changed future while it runs, for strategy objects that may hold these arrays.
 */
function* compareRuns(
  data: MarketData,
  options: LookaheadOptions,
  overwrite: boolean,
): Generator<MarketData, LookaheadReport, AnyStrategy> {
  const { moments = 30, seed = 1, ...run } = options;
  checkInteger("moments", moments);
  const random = new SeededRandom(checkInteger("seed", seed, 0, 2 ** 32 - 1));
  const one = yield data;
  const baseline = new WatchedRun(one, data, run);
  const decisions = baseline.decisions();
  // The second run uses the same instance of the module, so that data kept from the first run change its decisions.
  const repeat = new WatchedRun(one, data, run);
  repeat.decisions();
  const { strategy, end } = baseline.plan;
  const repeated = firstLeak(baseline, [...baseline.observations()], repeat, { now: end, change: "repeated" });
  const leaks: Leak[] = repeated === undefined ? [] : [Object.freeze(repeated)];
  // Runs on changed data show nothing about a strategy that decides differently on the same data.
  const cutTimes = repeated === undefined ? chooseCutTimes(baseline.plan, decisions, moments, random) : [];
  const reference = cutTimes.length === 0 ? undefined : new WatchedRun(yield data, data, run);
  for (const now of cutTimes) {
    reference!.advance(now);
    const known = [...reference!.observations()];
    for (const change of ["truncated", "perturbed"] as const) {
      const changed = changeFuture(data, now, change, random);
      const changedStrategy = yield changed;
      const restore = overwrite ? overwriteColumns(data, changed, now, change) : undefined;
      let other: WatchedRun;
      try {
        other = new WatchedRun(changedStrategy, changed, run);
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
    moments: cutTimes.length,
    orders: decisions.length,
    leaks: Object.freeze(leaks),
  });
}

/**
 * Throws LOOKAHEAD_FOUND with the first difference if a strategy depends on later data, or decides differently each time; see
 * `checkLookahead`.
 *
 * @example
 * test("my strategy knows nothing of the future", () => assertNoLookahead(myStrategy, data));
 */
export function assertNoLookahead(strategy: CheckedStrategy, data: MarketData, options: LookaheadOptions = {}): void {
  const report = checkLookahead(strategy, data, options);
  const [first] = report.leaks;
  if (first === undefined) return;
  throw new HindcastError("LOOKAHEAD_FOUND", `${report.strategy} must ${requirementText(first)}: ${leakText(first)}`, {
    ...first,
    strategy: report.strategy,
    leaks: report.leaks.length,
    moments: report.moments,
  });
}

/** Returns the requirement that a strategy with this leak violates. */
export function requirementText({ change }: Leak): string {
  return change === "repeated" ? "make the same decisions each time" : "decide only from data known at the time";
}

/** Describes a leak in one sentence. */
export function leakText({ what, time, now, change, was, became }: Leak): string {
  const values = was === became ? "" : ` (${was} became ${became})`;
  const other =
    change === "repeated" ? "the same data were run again" : `the data after ${formatInstant(now)} were ${change}`;
  return `${what} at ${formatInstant(time)} differed when ${other}${values}`;
}

function firstLeak(
  reference: WatchedRun,
  known: readonly Observation[],
  other: WatchedRun,
  at: Pick<Leak, "now" | "change">,
): Leak | undefined {
  const indicator = reference.firstIndicatorDifference(other);
  if (indicator !== undefined) {
    const { symbol, name, time } = indicator;
    return { ...at, what: `indicator ${name} of ${symbol}`, time, was: "", became: "" };
  }
  const ownByName = new Map(known.map((observation) => [observation.what, observation]));
  const otherByName = new Map(Array.from(other.observations(), (observation) => [observation.what, observation]));
  let first: Observation | undefined;
  for (const [what, observation] of [...ownByName, ...otherByName]) {
    if (ownByName.get(what)?.value === otherByName.get(what)?.value) continue;
    if (first === undefined || observation.time < first.time) first = observation;
  }
  if (first === undefined) return undefined;
  const { what, time } = first;
  const [was, became] = [ownByName.get(what), otherByName.get(what)];
  return { ...at, what, time, was: differingParts(was, became), became: differingParts(became, was) };
}

/** An empty field of an order or fill: a price that is missing or a flag that is off. */
const EMPTY_VALUE = / (undefined|NaN|false|0|)$/;

/** The parts of a value's text that the other text does not contain. */
function differingParts(
  observation: { readonly value: string } | undefined,
  other: { readonly value: string } | undefined,
): string {
  if (observation === undefined) return "nothing";
  const others = new Set(other?.value.split(", "));
  return observation.value
    .split(", ")
    .filter((part) => !others.has(part) && !(other === undefined && EMPTY_VALUE.test(part)))
    .join(", ");
}

/**
 * Chooses up to `count` times after which the future is changed: a third at orders of the strategy, a third just before gaps, where values
 * filled in from later bars become visible, and the rest at random.
 */
function chooseCutTimes(
  { market, start }: RunPlan,
  decisions: readonly number[],
  count: number,
  random: SeededRandom,
): readonly number[] {
  const closes = Array.from(market.closings.time).filter((time) => time > start);
  // There is no future after the last close.
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
    for (const time of drawSample(left, Math.min(share, count - chosen.size), random)) chosen.add(time);
  }
  return [...chosen].toSorted((a, b) => a - b);
}

/** Whether a series has no bar or no volume at the next time. */
function isBeforeGap(closeTime: Float64Array, volume: Float64Array, now: number, next: number | undefined): boolean {
  if (next === undefined) return false;
  const i = lastAtOrBefore(closeTime, now, -1) + 1;
  return i < closeTime.length && (closeTime[i]! > next || !(volume[i]! > 0));
}

/** Draws up to `count` values without replacement. */
function drawSample(from: readonly number[], count: number, random: SeededRandom): number[] {
  if (from.length <= count) return [...from];
  const all = [...from];
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random.next() * (all.length - i));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all.slice(0, count);
}

/** A value that a run has at some time: an order, a fill, a message or equity, as text that shows every bit. */
interface Observation {
  readonly what: string;
  readonly value: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** The phase in which strategy hooks run, among the phases of one simulated time. */
const HOOKS_PHASE = 5;

/** A run that can stop at any time and list everything it has produced so far. */
class WatchedRun {
  readonly plan: RunPlan;
  readonly #backtest: Backtest;

  constructor(strategy: AnyStrategy, data: MarketData, options: RunOptions) {
    this.plan = new RunPlan(strategy, data, options);
    // The engine would reject a detected look-ahead; here it is reported with its time instead.
    this.plan.data.columns.probed = false;
    this.#backtest = new Backtest(this.plan);
  }

  /** Runs until the strategy has decided at `now`. */
  advance(now: number): void {
    this.#backtest.advance(now, HOOKS_PHASE);
  }

  /** Runs to the end and returns the times at which orders were submitted. */
  decisions(): readonly number[] {
    this.#backtest.advance();
    const { log } = this.#backtest.simulation.broker;
    const times = Array.from(
      { length: log.length },
      (_, row) => log.record(row + 1, this.plan.data.symbols).submittedAt,
    );
    return [...new Set(times)];
  }

  /** Lists the current orders, fills, messages and equity. */
  *observations(): Generator<Observation, void, undefined> {
    const { simulation, runner } = this.#backtest;
    const { broker, portfolio, records, time } = simulation;
    const { symbols } = this.plan.data;
    for (let row = 0; row < broker.log.length; row++) {
      const order = broker.log.record(row + 1, symbols);
      yield { what: `order ${order.id}`, value: recordText(order), time: order.submittedAt };
    }
    for (const fill of portfolio.entries.fills(symbols)) {
      yield { what: `fill ${fill.id}`, value: recordText(fill), time: fill.time };
    }
    for (const [i, line] of runner.log.entries())
      yield { what: `message ${i + 1}`, value: line.message, time: line.time };
    const last = records.length - 1;
    yield { what: "equity", value: `${last} ${records.values[last]}`, time };
  }

  /** Returns the first indicator value, up to the current time, that differs from the other run. */
  firstIndicatorDifference(
    other: WatchedRun,
  ): { readonly symbol: string; readonly name: string; readonly time: number } | undefined {
    const { graph, data } = this.plan;
    for (const [index, { instrument, schedule }] of data.series.entries()) {
      // A symbol that is only read may lack columns that the graph reads.
      if (!isTraded(instrument)) continue;
      const { symbol } = instrument;
      const known = this.#backtest.simulation.feeds[index]!.closed + 1;
      for (const { name, node } of namedNodes(graph)) {
        const ownColumn = data.columns.column(node, symbol);
        const otherColumn = other.#column(name, symbol);
        for (let i = 0; i < known; i++) {
          if (!Object.is(ownColumn[i], otherColumn[i])) return { symbol, name, time: schedule.closeTime[i]! };
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

/** Text of a record; every number has all its digits. */
function recordText(record: object): string {
  return Object.entries(record)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}
