import { Driver } from "../../engine/driver.ts";
import { namedNodes } from "../../engine/graph/build-graph.ts";
import { RunPlan, type RunOptions } from "../../engine/run-plan.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";

/** Something that a run has at a moment: an order, a fill, the value of an indicator, in words that tell each bit. */
export interface KnownThing {
  readonly what: string;
  readonly value: string;
  /** When it came to be, epoch milliseconds. */
  readonly time: number;
}

/** The phase in which a strategy decides. */
const HOOKS = 5;

/** A run that stops when it is told to, and tells what it has by then. */
export class WatchedRun {
  readonly plan: RunPlan;
  readonly #driver: Driver;

  constructor(strategy: AnyStrategy, data: MarketData, options: RunOptions) {
    this.plan = new RunPlan(strategy, data, options);
    // A look-ahead is to be reported here, with its moment, not refused.
    this.plan.data.columns.probed = false;
    this.#driver = new Driver(this.plan);
  }

  /** Goes on until the strategy has decided at `now`. */
  advance(now: number): void {
    this.#driver.advance(now, HOOKS);
  }

  /** Moments at which orders were given, of a run that went to its end. */
  decisions(): readonly number[] {
    this.#driver.advance();
    const { log } = this.#driver.broker;
    const times = Array.from(
      { length: log.length },
      (_, row) => log.record(row + 1, this.plan.data.symbols).submittedAt,
    );
    return [...new Set(times)];
  }

  /** Orders as they stand, events, fills, messages and equity. */
  *things(): Generator<KnownThing, void, undefined> {
    const { broker, portfolio, equity, hooks, time } = this.#driver;
    const { symbols } = this.plan.data;
    for (let row = 0; row < broker.log.length; row++) {
      const order = broker.log.record(row + 1, symbols);
      yield { what: `order ${order.id}`, value: textOf(order), time: order.submittedAt };
    }
    for (const fill of portfolio.entries.fills(symbols)) {
      yield { what: `fill ${fill.id}`, value: textOf(fill), time: fill.time };
    }
    for (const [i, line] of hooks.log.entries())
      yield { what: `message ${i + 1}`, value: line.message, time: line.time };
    const last = equity.length - 1;
    yield { what: "equity", value: `${last} ${equity.values[last]}`, time };
  }

  /** The first place before `now` at which an indicator is another than in the other run. */
  differingIndicator(
    other: WatchedRun,
  ): { readonly symbol: string; readonly name: string; readonly time: number } | undefined {
    const { graph, data } = this.plan;
    for (const [index, { instrument, schedule }] of data.series.entries()) {
      const { symbol } = instrument;
      const known = this.#driver.feeds[index]!.closed + 1;
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
