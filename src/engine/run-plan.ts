import type { MarketData } from "../market/market-data.ts";
import { dateZone } from "../market/session-dates.ts";
import { formatValue } from "../primitives/check.ts";
import type { ColumnMemory } from "../primitives/column-memory.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { AnyParamValues } from "../primitives/param.ts";
import { chosenData } from "../simulation/market.ts";
import { SimulationPlan } from "../simulation/simulation-plan.ts";
import { buildGraph } from "./graph/build-graph.ts";
import type { IndicatorGraph } from "./indicator-graph.ts";
import { PreparedRun } from "./prepared-run.ts";
import { type SettingsInput, isResolved, resolveSettings, type RunSettings } from "./run-settings.ts";
import { checkNeeds, resolveStrategyParams } from "./strategy-checks.ts";
import { isStrategy, type AnyStrategy } from "./strategy.ts";

/** Options from which the plan of a run is made. */
export interface RunOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly settings?: SettingsInput;
  /** Symbols to trade. By default all symbols of the data. Symbols with the role `data` can be read in any case. */
  readonly symbols?: readonly string[];
  /** SHA-256 of the strategy's source file, for the fingerprint. */
  readonly sourceHash?: string;
  /**
   * When indicators are computed: `batch` beforehand over whole columns, `live` bar by bar as in a moving market.
   * Values are the same.
   */
  readonly evaluation?: "batch" | "live";
}

/** Options of a repeated run, of which no full result is kept. */
interface RepeatedTerms {
  readonly seed: number;
  readonly memory: ColumnMemory;
  /** Plan of an earlier run of the same strategy, data and settings. */
  readonly template: RunPlan | undefined;
}

/** Plan of a run, resolved and checked: a strategy, its parameters and the plan of its simulation. */
export class RunPlan extends SimulationPlan {
  declare readonly settings: RunSettings;
  readonly strategy: AnyStrategy;
  readonly params: AnyParamValues;
  readonly data: PreparedRun;
  readonly evaluation: "batch" | "live";
  readonly sourceHash: string;
  /** Whether the caller prepared the data, for this run and other runs. */
  readonly isPrepared: boolean;
  /** Seed of the random numbers that hooks draw. */
  readonly seed: number;
  /** Memory for the columns of this run, or undefined to allocate new memory. */
  readonly memory: ColumnMemory | undefined;
  readonly #options: RunOptions;
  #graph: IndicatorGraph | undefined;

  constructor(
    strategy: AnyStrategy,
    data: MarketData | PreparedRun,
    options: RunOptions = {},
    passing?: RepeatedTerms,
  ) {
    if (!isStrategy(strategy)) {
      throw new HindcastError(
        "STRATEGY_INVALID",
        `a strategy must be the return value of defineStrategy, was ${formatValue(strategy)}`,
      );
    }
    const params = resolveStrategyParams(strategy, options.params);
    const settings = passing?.template?.settings ?? settingsFor(data, options);
    const { evaluation = "batch" } = options;
    if (evaluation !== "batch" && evaluation !== "live") {
      throw new HindcastError("SETTING_INVALID", `evaluation must be batch or live, was ${formatValue(evaluation)}`, {
        setting: "evaluation",
        value: evaluation,
      });
    }
    const prepared = data instanceof PreparedRun ? data : new PreparedRun(data, options.symbols, settings);
    super(prepared.market, settings, passing?.template);
    this.strategy = strategy;
    this.params = params;
    this.data = prepared;
    this.evaluation = evaluation;
    this.sourceHash = options.sourceHash ?? "";
    this.isPrepared = data instanceof PreparedRun;
    this.seed = passing?.seed ?? settings.seed;
    this.memory = passing?.memory;
    this.#options = options;
    if (passing?.template !== undefined) return;
    checkNeeds(
      strategy,
      prepared.market.traded.map(({ bars }) => bars.length),
      settings,
    );
  }

  /** Returns a plan of the same run with some other settings, over the same prepared data. */
  with(settings: SettingsInput): RunPlan {
    const { symbols: _, ...options } = this.#options;
    const changed = { ...options, settings: { ...options.settings, ...settings } };
    return new RunPlan(this.strategy, this.data, changed);
  }

  /** Nodes that the strategy reads, built once. */
  get graph(): IndicatorGraph {
    return (this.#graph ??= buildGraph(this.strategy, this.params, this.data));
  }
}

/**
 * Returns the settings of a run. Prepared data reject settings with another range, so resolved settings get the range
 * of the data.
 */
function settingsFor(data: MarketData | PreparedRun, options: RunOptions): RunSettings {
  const range = data instanceof PreparedRun ? data.rangeFor(options) : undefined;
  if (isResolved(options.settings)) return options.settings;
  return data instanceof PreparedRun
    ? resolveSettings({ ...options.settings, ...range })
    : settingsOver(data, options.symbols, options.settings);
}

/**
 * Returns the settings of a run over data, with defaults. Without a zone, `from` and `to` are dates in the zone of the
 * data. Throws the errors of `resolveSettings`, and errors for data and symbols that cannot be run.
 */
export function settingsOver(
  data: MarketData,
  symbols: readonly string[] | undefined,
  settings: SettingsInput = {},
): RunSettings {
  if (isResolved(settings) || settings.zone !== undefined) return resolveSettings(settings);
  return resolveSettings({ ...settings, zone: dateZone(chosenData(data, symbols).series) });
}
