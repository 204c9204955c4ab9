import type { GraphNode } from "../indicators/node.ts";
import { graphAdjustments } from "../market/action-factors.ts";
import type { MarketData } from "../market/market-data.ts";
import { formatValue } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { checkTraded, Market, type MarketRange } from "../simulation/market.ts";
import { buyAndHold } from "./buy-and-hold.ts";
import { BatchColumns } from "./graph/batch-columns.ts";
import { graphInputs, type GraphSeries } from "./graph-inputs.ts";
import { type Restatement, restatementOf } from "./graph/restatement.ts";
import type { SettingsInput, RunSettings } from "./run-settings.ts";

/** Settings that select the range of the data and the prices that graphs read. */
type PreparedRange = MarketRange & Pick<RunSettings, "graphPrices">;

/** Market that is prepared for many runs, which share its timeline and equal indicators. */
export class PreparedRun {
  readonly market: Market;
  /** Series of the market, with the columns that graphs read. */
  readonly series: readonly GraphSeries[];
  readonly symbols: readonly string[];
  readonly tradedSymbols: readonly string[];
  readonly columns: BatchColumns;
  readonly #range: PreparedRange;
  /** Whether any series has split-adjusted prices. */
  readonly #restated: boolean;
  #buyAndHold: { readonly cash: number; readonly dividends: boolean; readonly worth: Column } | undefined;

  constructor(data: MarketData, symbols: readonly string[] | undefined, settings: RunSettings) {
    const { from, to, zone, warmupBars, hours, graphPrices: prices, currency } = settings;
    this.#range = { from, to, zone, warmupBars, hours, graphPrices: prices, currency };
    this.market = new Market(data, symbols, this.#range);
    checkTraded(this.market);
    const { dividends } = graphAdjustments[prices];
    this.series = this.market.series.map((one) => ({ ...one, inputs: graphInputs(one, dividends) }));
    this.symbols = this.market.symbols;
    this.tradedSymbols = this.market.tradedSymbols;
    this.columns = new BatchColumns(this.series);
    this.#restated = this.series.some(({ inputs }) => inputs.factors !== undefined);
  }

  /**
   * Returns the range for a run over these data, which the run's settings may leave out. Throws `SETTING_INVALID` if
   * they give another range or other symbols.
   */
  rangeFor({
    settings = {},
    symbols,
  }: {
    readonly settings?: SettingsInput;
    readonly symbols?: readonly string[];
  }): PreparedRange {
    for (const name of Object.keys(this.#range) as (keyof PreparedRange)[]) {
      const value = settings[name];
      if (value !== undefined && value !== this.#range[name]) throw otherRange(name, this.#range[name], value);
    }
    const chosen = [...new Set(symbols)].toSorted();
    const isOther = chosen.join() !== this.tradedSymbols.join() && chosen.join() !== this.symbols.join();
    if (chosen.length > 0 && isOther) throw otherRange("symbols", this.tradedSymbols, chosen);
    return this.#range;
  }

  /** Returns how a node's values are converted after splits, or undefined if they need no conversion. */
  restatementOf(node: GraphNode, own: GraphSeries): Restatement | undefined {
    return this.#restated ? restatementOf(node, own, this.series) : undefined;
  }

  /**
   * Returns the value of buy and hold with a starting cash, at each equity record. Cached for equal cash and dividends.
   */
  buyAndHold(cash: number, dividends: boolean): Column {
    if (this.#buyAndHold?.cash !== cash || this.#buyAndHold.dividends !== dividends) {
      const worth = buyAndHold(this.series, cash, this.market.closings.time, dividends);
      this.#buyAndHold = { cash, dividends, worth };
    }
    return this.#buyAndHold.worth;
  }
}

function otherRange(setting: string, prepared: unknown, value: unknown): HindcastError {
  return new HindcastError(
    "SETTING_INVALID",
    `${setting} must equal that of the prepared data, ${formatValue(prepared)}, was ${formatValue(value)}`,
    { setting, prepared, value },
  );
}
