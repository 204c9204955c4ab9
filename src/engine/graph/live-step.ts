import type { ArithmeticSign, NodeIndicator } from "../../indicators/node.ts";
import { anchorOf } from "../../market/anchor.ts";
import type { GraphSeries } from "../graph-inputs.ts";
import type { AnchorPeriod } from "../../primitives/anchor-period.ts";
import { MISSING } from "../../primitives/column.ts";
import { calculate, finiteOrMissing } from "./arithmetic.ts";

/** Column that grows by one value per bar. */
export class LiveColumn {
  values = new Float64Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const longer = new Float64Array(this.length * 2);
      longer.set(this.values);
      this.values = longer;
    }
    this.values[this.length++] = value;
  }

  get last(): number {
    return this.length === 0 ? MISSING[0]! : this.values[this.length - 1]!;
  }
}

/** Step in the computation of a graph. It adds one value per bar to each of its columns. */
export interface LiveStep {
  readonly columns: readonly LiveColumn[];
  /** Whether the step reads another symbol, so that it must run after all bars of the moment were processed. */
  joins: boolean;
  take(bar: number): void;
}

function step(compute: (bar: number) => number): LiveStep {
  const column = new LiveColumn();
  return { columns: [column], joins: false, take: (bar) => column.push(compute(bar)) };
}

export function fieldStep(values: Float64Array): LiveStep {
  return step((bar) => values[bar]!);
}

/**
 * Returns the step that computes the anchor period of each bar: all available bars at once, and later bars when they
 * arrive.
 */
export function anchorStep(
  { bars, calendar, zone }: Pick<GraphSeries, "bars" | "calendar" | "zone">,
  period: AnchorPeriod,
): LiveStep {
  let known = anchorOf(bars, period, calendar, zone);
  let first = 0;
  return step((bar) => {
    if (bar >= first + known.length) {
      first = bar;
      known = anchorOf(bars.slice(bar), period, calendar, zone);
    }
    return known[bar - first]!;
  });
}

export function numberStep(value: number): LiveStep {
  return step(() => value);
}

export function arithmeticStep(sign: ArithmeticSign, left: LiveColumn, right: LiveColumn): LiveStep {
  return step(() => calculate(sign, left.last, right.last));
}

export function logStep(input: LiveColumn): LiveStep {
  return step(() => finiteOrMissing(Math.log(input.last)));
}

export function shiftStep(input: LiveColumn, bars: number): LiveStep {
  return step((bar) => (bar < bars ? MISSING[0]! : input.values[bar - bars]!));
}

export function joinStep(input: LiveColumn): LiveStep {
  return step(() => input.last);
}

export function applicationStep(
  indicator: NodeIndicator,
  params: Readonly<Record<string, unknown>>,
  inputs: readonly LiveColumn[],
): LiveStep {
  const columns = indicator.outputs.map(() => new LiveColumn());
  const stream = indicator.stream(params);
  const bar = inputs.map(() => 0);
  return {
    columns,
    joins: false,
    take() {
      for (let i = 0; i < inputs.length; i++) bar[i] = inputs[i]!.last;
      const value = stream.update(...bar);
      if (typeof value === "number") columns[0]!.push(value);
      else columns.forEach((column, i) => column.push((value as Record<string, number>)[indicator.outputs[i]!]!));
    },
  };
}
