import { applicationIdentity, isTrusted, type GraphNode } from "../../indicators/node.ts";
import { anchorOf } from "../../market/anchor.ts";
import { missingColumn, type Column } from "../../primitives/column.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { type GraphSeries, ownColumn } from "../graph-inputs.ts";
import { calculate, finiteOrMissing } from "./arithmetic.ts";
import { customColumns } from "./custom-columns.ts";
import { joinOnClose } from "./join-on-close.ts";
import { parseBarsKey, coarseSeries } from "./coarse-series.ts";
import { barsKeyOf } from "./node-bars-key.ts";

/**
 * Evaluates graphs over whole columns. Each distinct node is computed once per symbol, however many strategies or
 * parameter sets use it.
 */
export class BatchColumns {
  readonly #series: Map<string, GraphSeries>;
  readonly #columns = new Map<string, Column>();
  /** Whether custom indicators are checked for look-ahead when they are computed. */
  probed = true;
  /** Requested columns by symbol and node identity, cached since trials request the same columns again and again. */
  readonly #found = new Map<string, Map<string, Column>>();
  readonly #applications = new Map<string, readonly Column[]>();
  /** Memory of all computed columns, in bytes. */
  bytes = 0;

  constructor(series: readonly GraphSeries[]) {
    this.#series = new Map(series.map((one) => [one.instrument.symbol, one]));
  }

  /** Returns the values of a node at the bars of the symbol `own`. */
  column(node: GraphNode, own: string): Column {
    const found = getOrCreate(this.#found, own, () => new Map<string, Column>());
    let column = found.get(node.identity);
    if (column === undefined) found.set(node.identity, (column = this.#compute(node, own)));
    return column;
  }

  /** Discards all computed columns. */
  clear(): void {
    this.#columns.clear();
    this.#found.clear();
    this.#applications.clear();
    this.bytes = 0;
  }

  #compute(node: GraphNode, own: string): Column {
    const clock = barsKeyOf(node, own);
    const values = this.#columnOn(clock, node, own);
    if (clock === own) return values;
    return this.#getOrCompute(`${own}|joined|${clock}|${node.identity}`, () =>
      joinOnClose(values, this.#seriesOf(clock).schedule.closeTime, this.#seriesOf(own).schedule.closeTime),
    );
  }

  /**
   * Returns the values of a node at the bars with the key `clock`, on which it is computed. The values are the same for
   * every symbol that uses the node.
   */
  #columnOn(clock: string, node: GraphNode, own: string): Column {
    const { source } = node;
    if (source.kind === "field") return this.#seriesOf(clock).inputs.fields[source.field];
    if (source.kind === "column") return ownColumn(this.#seriesOf(clock), source.name);
    if (source.kind === "indicator") {
      const key = `${clock}|${applicationIdentity(source)}`;
      let outputs = this.#applications.get(key);
      if (outputs === undefined) {
        const inputs = source.inputs.map((input) => this.#operand(clock, input, own));
        outputs = isTrusted(source.indicator)
          ? source.indicator.batch(inputs, source.params)
          : customColumns(source, inputs, {
              time: this.#seriesOf(clock).bars.time,
              symbol: clock,
              probed: this.probed,
            });
        this.#applications.set(key, outputs);
        for (const output of outputs) this.bytes += output.byteLength;
      }
      return outputs[source.output]!;
    }
    return this.#getOrCompute(`${clock}|${node.identity}`, () => {
      if (source.kind === "anchor") {
        const { bars, calendar, zone } = this.#seriesOf(clock);
        return anchorOf(bars, source.period, calendar, zone);
      }
      if (source.kind === "shift") return shifted(this.#operand(clock, source.of, own), source.bars);
      if (source.kind === "log")
        return this.#operand(clock, source.of, own).map((value) => finiteOrMissing(Math.log(value)));
      const { sign, left, right } = source;
      const length = this.#seriesOf(clock).bars.length;
      const leftColumn =
        typeof left === "number" ? new Float64Array(length).fill(left) : this.#operand(clock, left, own);
      const rightColumn =
        typeof right === "number" ? new Float64Array(length).fill(right) : this.#operand(clock, right, own);
      return leftColumn.map((value, i) => calculate(sign, value, rightColumn[i]!));
    });
  }

  /**
   * Returns the values of an operand at the bars with the key `clock`. Values of another symbol are joined to those
   * bars.
   */
  #operand(clock: string, node: GraphNode, own: string): Column {
    return barsKeyOf(node, own) === clock ? this.#columnOn(clock, node, own) : this.column(node, own);
  }

  #getOrCompute(key: string, compute: () => Column): Column {
    let column = this.#columns.get(key);
    if (column === undefined) {
      this.#columns.set(key, (column = compute()));
      this.bytes += column.byteLength;
    }
    return column;
  }

  /** Returns the series for a bars key. Creates it if the key has a longer interval. */
  #seriesOf(key: string): GraphSeries {
    let series = this.#series.get(key);
    if (series === undefined) {
      const { symbol, interval } = parseBarsKey(key);
      series = coarseSeries(this.#series.get(symbol)!, interval!);
      this.#series.set(key, series);
    }
    return series;
  }
}

function shifted(values: Column, bars: number): Column {
  const column = missingColumn(values.length);
  column.set(values.subarray(0, Math.max(0, values.length - bars)), Math.min(bars, values.length));
  return column;
}
