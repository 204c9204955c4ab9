import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import type { Fill } from "../ledger/records.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkParams } from "../primitives/check-params.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError, type ErrorDetails } from "../primitives/errors.ts";
import type { ParamSpecs, ParamValues } from "../primitives/param.ts";
import type { GraphSources, IndicatorGraph, SignalSources } from "./indicator-graph.ts";
import type { Signals } from "./signals.ts";
import type { BarContext, RunContext } from "./context.ts";

/** Requirements of a strategy. A run that does not meet them throws. */
export interface StrategyNeeds {
  /** Smallest number of symbols that the strategy can run with. */
  readonly symbols?: number;
  /** Smallest number of bars that the strategy needs of each symbol. */
  readonly history?: number;
  /** Kind of account: `"margin"` for a strategy that sells short or borrows. */
  readonly account?: "margin";
}

/**
 * Definition of a strategy: parameters, indicators and hooks. The same object runs in a backtest, in a worker thread,
 * on a server and with a remote account. Hooks queue orders; values that they read change only between moments.
 */
export interface StrategyDefinition<
  P extends ParamSpecs = ParamSpecs,
  G extends IndicatorGraph = IndicatorGraph,
  S = unknown,
> {
  /** Name of the strategy in results and on the command line: lower-case words joined by `-`. */
  readonly name: string;
  /** Sentence that describes the strategy in lists and reports. */
  readonly description?: string;
  /**
   * Parameters of the strategy, made by `param.integer`, `param.number`, `param.boolean`, `param.choice` and
   * `param.text`.
   */
  readonly params?: P;
  /** Checks whether the parameters fit together. Returns true, or else false or a sentence that says what must hold. */
  constraint?(params: ParamValues<P>): boolean | string;
  /** Requirements of the strategy: `symbols`, `history` and `account`. */
  readonly needs?: StrategyNeeds;
  /** Declares the indicators of each symbol. Called once per run. */
  indicators?(sources: GraphSources, params: ParamValues<P>): G;
  /**
   * Declares entries and exits as conditions, instead of `onBar`. Called once per run.
   *
   * @example
   * signals: ({ ind }) => ({ enter: crossesAbove(ind.fast, ind.slow), exit: crossesBelow(ind.fast, ind.slow), stopLoss: 0.05 })
   */
  signals?(sources: SignalSources<G>, params: ParamValues<P>): Signals;
  /** Returns the initial state of each run, as plain data that can be cloned. */
  state?(params: ParamValues<P>): S;
  /**
   * Runs once, just before the hooks of the first traded bar. Its orders reach the broker together with those of the
   * first `onBar`.
   */
  onStart?(context: RunContext<P, G, S>): void;
  /** Runs for each order event since the last hooks, such as accepted, new, fill, canceled or rejected. */
  onOrder?(context: BarContext<P, G, S>, order: OrderRecord, event: OrderEvent): void;
  /** Runs for each fill since the last hooks. */
  onFill?(context: BarContext<P, G, S>, fill: Fill): void;
  /** Runs for each symbol whose session closes, before `onBar` at the same time. */
  onSessionClose?(context: BarContext<P, G, S>): void;
  /** Runs for each symbol whose bar closes. */
  onBar?(context: BarContext<P, G, S>): void;
  /** Runs once at each time at which bars close, after every `onBar`. */
  onBars?(context: RunContext<P, G, S>): void;
  /** Runs once, after the last bar. Orders that it submits never fill. */
  onEnd?(context: RunContext<P, G, S>): void;
}

const BRAND = Symbol.for("hindcast.strategy");

/** Strategy that `defineStrategy` returned. */
export type Strategy<
  P extends ParamSpecs = ParamSpecs,
  G extends IndicatorGraph = IndicatorGraph,
  S = unknown,
> = StrategyDefinition<P, G, S> & {
  readonly [key: symbol]: unknown;
};

/** Any strategy, for code that accepts all strategies. */
// eslint-disable-next-line typescript/no-explicit-any -- one type for every combination of parameters, graph and state
export type AnyStrategy = Strategy<any, any, any>;

/**
 * Values that a run accepts for the parameters of a strategy. Any name is allowed if the type of the strategy is
 * unknown.
 */
export type GivenParams<S extends AnyStrategy> =
  S extends Strategy<infer P, infer _G, infer _S>
    ? string extends keyof P
      ? Readonly<Record<string, unknown>>
      : Partial<ParamValues<P>>
    : never;

/**
 * Defines a strategy. All types are inferred: `params.fast` is a number, `ind.fast` a cursor, and a misspelled name
 * does not compile. Throws `STRATEGY_INVALID` for a definition that cannot run, `SETTING_INVALID` for a misspelled
 * name, and PARAMETER_OUT_OF_RANGE for a default outside its bounds.
 *
 * @example
 * export const smaCross = defineStrategy({
 *   name: "sma-cross",
 *   params: { fast: param.integer({ default: 10 }), slow: param.integer({ default: 30 }) },
 *   constraint: ({ fast, slow }) => fast < slow,
 *   indicators: ({ close }, { fast, slow }) => ({ fast: sma(close, fast), slow: sma(close, slow) }),
 *   onBar({ ind, orders }) {
 *     if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: 1 });
 *     else if (crossedBelow(ind.fast, ind.slow)) orders.close();
 *   },
 * });
 */
export function defineStrategy<
  const P extends ParamSpecs = Record<never, never>,
  G extends IndicatorGraph = Record<never, never>,
  S = undefined,
>(definition: StrategyDefinition<P, G, S>): Strategy<P, G, S> {
  checkDefinition(definition);
  return Object.freeze({ ...definition, [BRAND]: true });
}

/** Former names of a definition's members, with their present names. */
const RENAMED: Readonly<Record<string, string>> = { onSession: "onSessionClose" };

const MEMBERS = [
  "name",
  "description",
  "params",
  "constraint",
  "needs",
  "indicators",
  "signals",
  "state",
  "onStart",
  "onOrder",
  "onFill",
  "onSessionClose",
  "onBar",
  "onBars",
  "onEnd",
];

/**
 * Checks a definition for errors that plain JavaScript does not report: a misspelled hook would never run, and an async
 * one would submit its orders too late.
 */
function checkDefinition(definition: unknown): void {
  const invalid = (message: string, details: ErrorDetails) => new HindcastError("STRATEGY_INVALID", message, details);
  if (typeof definition !== "object" || definition === null) {
    throw invalid(`a strategy must be an object, was ${formatValue(definition)}`, {});
  }
  const { name, params, needs, signals, onBar } = definition as Partial<StrategyDefinition>;
  if (typeof name !== "string" || !/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) {
    throw invalid(
      `a strategy's name must be lower-case words joined by "-", 64 characters at most, was ${formatValue(name)}`,
      { name },
    );
  }
  for (const [member, value] of Object.entries(definition)) {
    if (Object.hasOwn(RENAMED, member))
      throw invalid(`${member} of ${name} is now called ${RENAMED[member]}`, { member, use: RENAMED[member] });
    if (!MEMBERS.includes(member))
      throw invalid(`${name} has an unknown member, ${member}; a strategy has ${MEMBERS.join(", ")}`, { member });
    if (typeof value === "function" && Object.getPrototypeOf(value)?.constructor?.name === "AsyncFunction") {
      throw invalid(
        `${member} of ${name} must not be async: hooks decide synchronously, and later orders would be lost`,
        {
          member,
        },
      );
    }
  }
  if (signals !== undefined && onBar !== undefined)
    throw invalid(`${name} must have either signals or onBar, since both submit orders at every bar`, { name });
  if (params !== undefined) checkParams(name, params);
  if (needs !== undefined) checkOptions(`needs of ${name}`, needs, NEEDS);
}

const NEEDS: OptionNames<StrategyNeeds> = { symbols: true, history: true, account: true };

/** Whether a value is a strategy, even of another copy of the library. */
export function isStrategy(value: unknown): value is AnyStrategy {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
