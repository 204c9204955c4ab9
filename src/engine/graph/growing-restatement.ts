import type { GraphNode } from "../../indicators/node.ts";
import { appendValues, appendAll, growingColumn } from "../../primitives/growing-column.ts";
import type { GraphSeries } from "../graph-inputs.ts";
import { type NodeDegree, nodeDegree } from "./node-degree.ts";
import { type Restatement, restatementOf } from "./restatement.ts";

/** Column of divisors that grows with each bar of a series. */
interface Growing {
  readonly own: GraphSeries;
  readonly degree: NodeDegree;
  readonly divisor: Float64Array;
}

/**
 * Converts values of series that still grow to the prices of a later bar. Results equal those of `restatementOf` for
 * whole series, bit for bit.
 */
export class GrowingRestatement {
  readonly #series: readonly GraphSeries[];
  readonly #maxBars: number;
  readonly #growing: Growing[] = [];

  /** Creates the conversion, with space for `most` bars of each series. All series must have adjustment factors. */
  constructor(series: readonly GraphSeries[], most: number) {
    this.#series = series;
    this.#maxBars = most;
  }

  restatementOf(node: GraphNode, own: GraphSeries): Restatement | undefined {
    const today = restatementOf(node, own, this.#series);
    const degree = nodeDegree(node, own.instrument.symbol);
    if (today === undefined || degree === undefined) return undefined;
    const divisor = growingColumn(this.#maxBars);
    appendAll(divisor, today.divisor);
    this.#growing.push({ own, degree, divisor });
    return { divisor, raw: today.raw };
  }

  /** Adds the last bar of a series. All other series with a bar at the same moment must contain that bar already. */
  addBar(own: GraphSeries): void {
    for (const growing of this.#growing) {
      if (growing.own === own) appendValues(growing.divisor, this.#divisorNow(growing.degree));
    }
  }

  #divisorNow(degree: NodeDegree): number {
    let divisor = 1;
    for (const [symbol, { price, volume }] of degree) {
      const { factors } = this.#series.find(({ instrument }) => instrument.symbol === symbol)!.inputs;
      if (factors === undefined || !Number.isInteger(price) || !Number.isInteger(volume)) continue;
      divisor = times(divisor, factors.price.at(-1) ?? 1, price);
      divisor = times(divisor, factors.split.at(-1) ?? 1, -volume);
    }
    return divisor;
  }
}

function times(value: number, factor: number, power: number): number {
  let product = value;
  for (let i = 0; i < Math.abs(power); i++) product = power > 0 ? product * factor : product / factor;
  return product;
}
