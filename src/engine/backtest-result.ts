import { dividendRules } from "../simulation/simulation-plan.ts";
import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import type { Converted, Entry, Fill } from "../ledger/records.ts";
import type { Performance } from "../metrics/performance.ts";
import { summaryIn } from "../metrics/presets/summary-in.ts";
import { summarize, type Summary } from "../metrics/summary.ts";
import { isTraded } from "../market/instrument.ts";
import { shownAmounts } from "../market/closings.ts";
import { columnNode, type GraphNode } from "../indicators/node.ts";
import type { Column } from "../primitives/column.ts";
import { formatDate, formatInstant } from "../time/instant.ts";
import { type Band, type BandEnd, bandEnd, bandOf } from "./band.ts";
import type { Backtest } from "./backtest.ts";
import { conventions } from "./conventions/catalog.ts";
import { explainOrder, type OrderExplanation } from "./explain-order.ts";
import { fillHashOf, fingerprintOf } from "./fingerprint.ts";
import { namedNodes } from "./graph/build-graph.ts";
import { restatedValue } from "./graph/restatement.ts";
import type { NotebookView } from "./notebook-view.ts";
import type { PreparedRun } from "./prepared-run.ts";
import type { EquityCurve } from "../simulation/equity-table.ts";
import { resultJson, type ResultJson } from "./result-json.ts";
import type { IndicatorColumn, RunBars, RunCounts, RunFill, RunResult, RunTrade } from "./run-result.ts";
import type { RunSettings } from "./run-settings.ts";
import { performanceOf } from "./performance-of.ts";
import { sessionsPerYear } from "./sessions-per-year.ts";
import { fillRecords, tradeRecords } from "./trade-records.ts";
import { ENGINE_VERSION } from "./version.ts";
import { warningsOf } from "./warnings.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import type { CurrencyRate } from "../simulation/currency-rates.ts";
import type { Market } from "../simulation/market.ts";
import type { CutSeries } from "../simulation/market-series.ts";
import { pluralize } from "../primitives/words.ts";

/**
 * Result of a finished run. Its properties are computed from the tables of the run when first read, and then cached.
 */
export class BacktestResult implements RunResult {
  readonly #backtest: Backtest;
  readonly #kept = new Map<string, unknown>();
  readonly #optimistic: BacktestResult | undefined;

  /** Creates the result of a run. If the run is a band, `optimistic` is the result at its other end. */
  constructor(backtest: Backtest, optimistic?: BacktestResult) {
    this.#backtest = backtest;
    this.#optimistic = optimistic;
    Object.freeze(this);
  }

  get engineVersion(): string {
    return ENGINE_VERSION;
  }
  get strategy(): string {
    return this.#backtest.plan.strategy.name;
  }
  get params(): Readonly<Record<string, unknown>> {
    return this.#backtest.plan.params;
  }
  get symbols(): readonly string[] {
    return this.#backtest.plan.data.tradedSymbols;
  }
  get interval(): string {
    return this.#backtest.plan.market.traded[0]!.bars.interval;
  }
  get from(): number {
    return this.#backtest.plan.start;
  }
  get to(): number {
    return this.#backtest.plan.end;
  }
  get firstDate(): string {
    const { series, traded, dates } = this.#backtest.plan.market;
    const firsts = traded.map((one) => dates.bars[series.indexOf(one)]!.date[one.first] ?? Infinity);
    return formatDate(Math.min(...firsts));
  }
  get lastDate(): string {
    const { series, traded, dates } = this.#backtest.plan.market;
    const lasts = traded.map((one) => dates.bars[series.indexOf(one)]!.date.at(-1) ?? -Infinity);
    return formatDate(Math.max(...lasts));
  }
  get settings(): RunSettings {
    return this.#backtest.plan.settings;
  }
  get currencyDecimals(): number {
    return this.#backtest.plan.currencyDecimals;
  }
  get readsFillBar(): boolean {
    return this.#backtest.plan.rules.timing.booksAtBarClose();
  }
  get notes(): readonly string[] {
    return this.#backtest.plan.market.notes;
  }
  get log(): readonly { readonly time: number; readonly message: string }[] {
    return this.#keep("log", () => Object.freeze([...this.#backtest.runner.log]));
  }

  get equity(): EquityCurve {
    return this.#keep("equity", () => {
      const curve = this.#curve;
      const own = <C extends Column | Int32Array>(column: C) => (this.#isShared ? (column.slice() as C) : column);
      let date: Column | undefined;
      return Object.freeze({
        time: own(curve.time),
        equity: curve.equity,
        sessions: own(curve.sessions),
        get cash() {
          return curve.cash;
        },
        get date() {
          return (date ??= own(curve.date));
        },
        get sessionDates() {
          return curve.sessionDates;
        },
      });
    });
  }

  get buyAndHold(): Column {
    return this.#isShared ? this.#keep("own buyAndHold", () => this.#held.slice()) : this.#held;
  }

  /**
   * Whether other runs over the same prepared data read the columns too, so that callers get copies. Trials of a sweep
   * return no columns.
   */
  get #isShared(): boolean {
    const { plan } = this.#backtest;
    return plan.isPrepared && plan.memory === undefined;
  }

  get #curve(): EquityCurve {
    const { market } = this.#backtest.plan;
    return this.#keep("curve", () =>
      this.#backtest.simulation.records.curve(market.closings, () => market.dates.closings),
    );
  }

  get #held(): Column {
    const { cash, dividends } = this.settings;
    const { data, market } = this.#backtest.plan;
    return this.#keep("buyAndHold", () =>
      shownAmounts(
        market.closings,
        data.buyAndHold(cash, dividendRules[dividends].pays).subarray(0, this.#backtest.simulation.records.length),
      ),
    );
  }

  get series(): readonly RunBars[] {
    const { market } = this.#backtest.plan;
    const own = (column: Column) => (this.#isShared ? column.slice() : column);
    return this.#keep("series", () =>
      Object.freeze(
        this.#shown.map((one) => {
          const { instrument, recorded, first } = one;
          const length = knownBars(one, market);
          const bars = length === one.bars.length ? one.bars : one.bars.slice(0, length);
          let date: Column | undefined;
          return Object.freeze({
            instrument,
            priceBasis: recorded.priceBasis ?? "raw",
            bars: this.#isShared ? bars.mapColumns((column) => column.slice()) : bars,
            first: Math.min(first, length),
            get date() {
              return (date ??= own(market.dates.bars[market.series.indexOf(one)]!.date.subarray(0, length)));
            },
          });
        }),
      ),
    );
  }

  /** Series of the run: those of `symbols`, followed by those that are only read. */
  get #shown(): readonly CutSeries[] {
    const { series, traded } = this.#backtest.plan.market;
    return [...traded, ...series.filter((one) => !traded.includes(one))];
  }

  get fills(): readonly RunFill[] {
    const { market } = this.#backtest.plan;
    return this.#keep("fills", () => Object.freeze(fillRecords(this.#booked, market)));
  }

  /** Fills in booked amounts, from which the fill hash is computed. */
  get #booked(): readonly Fill[] {
    return this.#backtest.simulation.portfolio.entries.fills(this.#backtest.plan.data.symbols);
  }

  get entries(): readonly Entry[] {
    const { simulation, plan } = this.#backtest;
    return this.#keep("entries", () =>
      Object.freeze(withConversions(simulation.portfolio.entries.entries(plan.data.symbols), plan.market)),
    );
  }

  get trades(): readonly RunTrade[] {
    const { simulation, plan } = this.#backtest;
    const { portfolio, broker, feeds } = simulation;
    return this.#keep("trades", () => Object.freeze(tradeRecords(portfolio, broker.log, plan, feeds)));
  }

  get orders(): readonly OrderRecord[] {
    const { simulation, plan } = this.#backtest;
    const { log } = simulation.broker;
    return this.#keep("orders", () =>
      Object.freeze(Array.from({ length: log.length }, (_, row) => log.record(row + 1, plan.data.symbols))),
    );
  }

  get orderEvents(): readonly OrderEvent[] {
    const { log } = this.#backtest.simulation.broker;
    return this.#keep("orderEvents", () =>
      Object.freeze(Array.from({ length: log.eventCount }, (_, row) => log.event(row))),
    );
  }

  get indicators(): readonly IndicatorColumn[] {
    return this.#keep("indicators", () => {
      const { graph, data, market } = this.#backtest.plan;
      const nodes = namedNodes(graph);
      const columns = this.#shown.flatMap((one) => {
        const { symbol } = one.instrument;
        // The graph is evaluated at traded symbols, and hooks may read further columns of all symbols.
        const graphNodes = isTraded(one.instrument) ? nodes : [];
        const { columns: read } = this.#backtest.runner.contexts[market.places.get(symbol)!]!;
        const others = [...read.keys()]
          .map((name) => columnNode(name))
          .filter(({ key }) => !graphNodes.some(({ node }) => node.key === key));
        return [...graphNodes, ...others.map((node) => ({ name: node.key, node }))].map(({ name, node }) => {
          const values = indicatorValues(data, node, symbol).subarray(0, knownBars(one, market));
          return Object.freeze({ symbol, name, key: node.key, values });
        });
      });
      return Object.freeze(columns);
    });
  }

  get counts(): RunCounts {
    return this.#keep("counts", () => {
      const { simulation, plan } = this.#backtest;
      const { broker, portfolio } = simulation;
      return Object.freeze({
        bars: plan.market.tradedBars,
        sessions: this.#curve.sessions.length,
        orders: broker.log.length,
        fills: portfolio.entries.fillCount,
        trades: portfolio.trades.length,
        openTrades: portfolio.held.slice(0, portfolio.heldCount).reduce((sum, position) => sum + position.lots, 0),
        rejected: broker.log.count("rejected"),
        canceled: broker.log.count("canceled"),
        expired: broker.log.count("expired"),
        ambiguous: portfolio.entries.ambiguousCount,
        insufficientFunds: broker.log.count("canceled", "insufficient_funds"),
        marginCalls: Object.values(broker.log.marginCalls).reduce((sum, count) => sum + count),
      });
    });
  }

  get summary(): Summary {
    return this.#keep("summary", () => {
      const summary = summarize(this.#performance);
      const engine = conventions[this.settings.conventions].metrics;
      return engine === undefined ? summary : Object.freeze({ ...summary, ...summaryIn(engine, this.#performance) });
    });
  }

  /** Input of the metrics of this run. */
  get performance(): Performance {
    return this.#isShared
      ? this.#keep("own performance", () => {
          const { equity, periodsPerYear } = this;
          return performanceOf(this.#backtest, { equity, buyAndHold: () => this.buyAndHold, periodsPerYear });
        })
      : this.#performance;
  }

  get #performance(): Performance {
    return this.#keep("performance", () => {
      const { periodsPerYear } = this;
      return performanceOf(this.#backtest, { equity: this.#curve, buyAndHold: () => this.#held, periodsPerYear });
    });
  }

  /** Sessions per year, for annualized metrics. */
  get periodsPerYear(): number {
    const { time, sessions } = this.#curve;
    const fixed = this.settings.sessionsPerYear;
    if (fixed > 0) return fixed;
    return sessionsPerYear(this.#backtest.plan.market.traded[0]!.bars.interval, time, sessions);
  }

  get band(): Band | undefined {
    const optimistic = this.#optimistic;
    return this.#keep("band", () => (optimistic === undefined ? undefined : bandOf(this.#end, optimistic.#end)));
  }

  get #end(): BandEnd {
    const { money } = this.#backtest.simulation.portfolio;
    return bandEnd(this.settings.cash, this.#curve.equity.at(-1), money, this.fillHash);
  }

  get warnings(): readonly string[] {
    const { plan, simulation, runner } = this.#backtest;
    return this.#keep("warnings", () =>
      Object.freeze(warningsOf(this, plan.data, simulation.broker.log.marginCalls, runner.skippedTargets, plan.rules)),
    );
  }

  /**
   * Explains an order: its events and, for each fill, the bar, the rule, the price and the cash. Throws `ORDER_INVALID`
   * for an unknown id.
   *
   * @example
   * const [{ rule, bar, basePrice, slippage }] = result.explain(1).fills;
   */
  explain(orderId: number): OrderExplanation {
    return explainOrder(this, this.#backtest.plan.market, orderId);
  }

  get fingerprint(): string {
    return this.#keep("fingerprint", () => fingerprintOf(this.#backtest.plan));
  }

  get fillHash(): string {
    return this.#keep("fillHash", () => fillHashOf(this.#booked));
  }

  /**
   * Returns the result as plain JSON, which `JSON.stringify(result)` writes: every member under its own name, times also as ISO text, missing
   * numbers as null.
   *
   * @example
   * const { summary, trades } = JSON.parse(JSON.stringify(result));
   */
  toJSON(): ResultJson {
    return resultJson(this);
  }

  /** Returns a summary of the run in one line, for a debugger or a log. */
  toString(): string {
    return `${this.strategy} on ${this.symbols.join(", ")} from ${formatInstant(this.from)} to ${formatInstant(this.to)}: ${pluralize(this.counts.trades, "trade")}`;
  }

  /** Text that Node.js prints for the result. Properties of the result are getters, which would not be printed. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }

  /**
   * Shows the result in notebooks with Deno's Jupyter kernel: main metrics as a table, and a chart of equity. Its code is loaded when it is
   * called, so that a page with a backtest does not load it.
   */
  async [Symbol.for("Jupyter.display")](): Promise<NotebookView> {
    const { notebookView } = await import("./notebook-view.ts");
    return notebookView(this);
  }

  #keep<T>(name: string, compute: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, compute());
    return this.#kept.get(name) as T;
  }
}

/** Returns the number of bars of a series that the run could know. Data may have bars after the end of the run. */
function knownBars({ instrument, bars, schedule }: CutSeries, { end }: Pick<Market, "end">): number {
  return isTraded(instrument) ? bars.length : lastAtOrBefore(schedule.closeTime.subarray(0, bars.length), end, -1) + 1;
}

/** Returns the values of a node, each in the price units of its own bar. */
function indicatorValues(data: PreparedRun, node: GraphNode, symbol: string): Column {
  const values = data.columns.column(node, symbol);
  const own = data.series.find(({ instrument }) => instrument.symbol === symbol)!;
  const today = data.restatementOf(node, own);
  return today === undefined ? values.slice() : values.map((_, i) => restatedValue(values, today, i));
}

/**
 * Adds an entry of kind `conversion` before each movement in another currency. Its price is the exchange rate and its
 * amount is 0, since the movement itself is booked in account currency.
 */
function withConversions(entries: readonly Entry[], data: Pick<Market, "series" | "rates">): readonly Entry[] {
  if (data.rates.length === 0) return entries;
  const known = new Map(data.series.map(({ instrument }) => [instrument.symbol, instrument]));
  const all: Entry[] = [];
  const add = (entry: Entry) => all.push(Object.freeze({ ...entry, sequence: all.length + 1 }));
  for (const entry of entries) {
    const instrument = known.get(entry.symbol);
    const conversion = data.rates.find(({ currency }) => currency === instrument?.currency);
    const place = conversion === undefined ? -1 : lastAtOrBefore(conversion.closeTime, entry.time, -1);
    if (conversion !== undefined && place >= 0 && entry.kind !== "commission" && entry.kind !== "split") {
      const { kind, price, quantity, amount } = entry;
      const rate = conversion.rate[place]!;
      // Traded amounts follow from price and quantity. All other amounts are converted back.
      const traded = kind === "fill" || kind === "settlement" || kind === "cash_in_lieu";
      const foreign = traded ? -quantity * price * instrument!.multiplier : amount / rate;
      add({
        ...entry,
        kind: "conversion",
        quantity: 0,
        price: rate,
        amount: 0,
        converted: convertedBy(conversion, place, foreign),
      });
    }
    add(entry);
  }
  return Object.freeze(all);
}

function convertedBy({ currency, pair, closeTime }: CurrencyRate, place: number, amount: number): Converted {
  return Object.freeze({ currency, amount: amount + 0, pair, rateTime: closeTime[place]! });
}
