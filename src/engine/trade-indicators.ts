import { MISSING } from "../primitives/column.ts";
import { namedNodes } from "./graph/build-graph.ts";
import { restatedValue } from "./graph/restatement.ts";
import type { RunPlan } from "./run-plan.ts";

/** Values of the strategy's indicators by their names; `bands.upper` for an output of several. */
export type IndicatorValues = Readonly<Record<string, number>>;

const NONE: IndicatorValues = Object.freeze({});

/**
 * What the strategy's indicators said when something filled: their values on the last bar that had closed by then, in prices of that bar. It takes
 * the instrument, the bar in which it filled, and when.
 */
export function indicatorsAtFills(plan: RunPlan): (instrument: number, bar: number, time: number) => IndicatorValues {
  const { graph, rules, data } = plan;
  const nodes = namedNodes(graph);
  if (nodes.length === 0) return () => NONE;
  const { series } = data;
  const readers = series.map((own) =>
    nodes.map(({ name, node }) => {
      const values = data.columns.column(node, own.instrument.symbol);
      const today = data.restatementOf(node, own);
      return { name, at: (bar: number) => (bar < 0 ? MISSING[0]! : restatedValue(values, today, bar)) };
    }),
  );
  // What fills at the very close of a bar knows it; what fills inside one is stamped with its close and does not.
  const knowsItsBar = (time: number) => rules.timing.knowsFillBar(time === plan.end);
  return (instrument, bar, time) => {
    const closes = series[instrument]!.schedule.closeTime[bar] === time;
    const known = closes && knowsItsBar(time) ? bar : bar - 1;
    return Object.freeze(Object.fromEntries(readers[instrument]!.map(({ name, at }) => [name, at(known)])));
  };
}
