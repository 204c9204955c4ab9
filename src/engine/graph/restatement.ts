import type { GraphNode } from "../../indicators/node.ts";
import type { Column } from "../../primitives/column.ts";
import type { GraphSeries } from "../graph-inputs.ts";
import { joinOnClose } from "./join-on-close.ts";
import { nodeDegree } from "./node-degree.ts";

/**
 * Data for converting values to the prices of a later bar, after splits: a divisor for each bar and, for price and
 * volume fields, the values as traded.
 */
export interface Restatement {
  readonly divisor: Column;
  readonly raw: Column | undefined;
}

/**
 * Returns how split-adjusted values of a node are converted to the prices of each bar of `own`. Undefined if no
 * conversion is needed: the bars have no split, or the values do not scale. A node without known exponents stays as
 * computed.
 */
export function restatementOf(
  node: GraphNode,
  own: GraphSeries,
  series: readonly GraphSeries[],
): Restatement | undefined {
  const degree = nodeDegree(node, own.instrument.symbol);
  if (degree === undefined) return undefined;
  const divisor = new Float64Array(own.bars.length).fill(1);
  let scales = false;
  for (const [symbol, { price, volume }] of degree) {
    const source =
      symbol === own.instrument.symbol ? own : series.find(({ instrument }) => instrument.symbol === symbol)!;
    const { factors } = source.inputs;
    if (factors === undefined || !Number.isInteger(price) || !Number.isInteger(volume)) continue;
    scales ||= price !== 0 || volume !== 0;
    multiply(divisor, joinFactor(factors.price, source, own), price);
    multiply(divisor, joinFactor(factors.split, source, own), -volume);
  }
  if (!scales) return undefined;
  const { source } = node;
  const isOwnField =
    source.kind === "field" &&
    source.interval === undefined &&
    (source.symbol ?? own.instrument.symbol) === own.instrument.symbol;
  return { divisor, raw: isOwnField ? own.bars[source.field] : undefined };
}

/** Returns the value of a node at bar `at`, in the prices of that bar. */
export function restatedValue(values: Column, today: Restatement | undefined, at: number): number {
  return today === undefined ? values[at]! : (today.raw?.[at] ?? values[at]! / today.divisor[at]!);
}

/**
 * Returns the value of a node at bar `at`, in the prices of bar `now`. Without a split between the two bars, this is
 * exactly the value as traded.
 */
export function restatedAt(values: Column, { divisor, raw }: Restatement, at: number, now: number): number {
  if (raw !== undefined && divisor[at] === divisor[now]) return raw[at]!;
  return values[at]! / divisor[now]!;
}

/** Returns the adjustment factors of one series at the closes of another, or 1 before the first bar. */
function joinFactor(factor: Column, source: GraphSeries, own: GraphSeries): Column {
  if (source === own) return factor;
  return joinOnClose(factor, source.schedule.closeTime, own.schedule.closeTime).map((value) => (value > 0 ? value : 1));
}

function multiply(column: Column, factor: Column, times: number): void {
  for (let power = 0; power < Math.abs(times); power++) {
    for (let i = 0; i < column.length; i++) column[i] = times > 0 ? column[i]! * factor[i]! : column[i]! / factor[i]!;
  }
}
