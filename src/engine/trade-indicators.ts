import { isTraded } from "../market/instrument.ts";
import { MISSING } from "../primitives/column.ts";
import { namedNodes } from "./graph/build-graph.ts";
import { restatedValue } from "./graph/restatement.ts";
import type { RunPlan } from "./run-plan.ts";

/** Values of a strategy's indicators by name, such as `bands.upper` for one of several outputs. */
export type IndicatorValues = Readonly<Record<string, number>>;

const NONE: IndicatorValues = Object.freeze({});

/**
 * Returns a function that gives the indicator values at a fill: those of the last bar that closed before it, in that
 * bar's prices. The function's arguments are the instrument, the bar and the time of the fill.
 */
export function indicatorsAtFills(plan: RunPlan): (instrument: number, bar: number, time: number) => IndicatorValues {
  const { graph, rules, data } = plan;
  const nodes = namedNodes(graph);
  if (nodes.length === 0) return () => NONE;
  const { series } = data;
  // A symbol that is only read has no fills, and may lack columns that the graph reads.
  const readers = series.map((own) =>
    (isTraded(own.instrument) ? nodes : []).map(({ name, node }) => {
      const values = data.columns.column(node, own.instrument.symbol);
      const today = data.restatementOf(node, own);
      return { name, at: (bar: number) => (bar < 0 ? MISSING[0]! : restatedValue(values, today, bar)) };
    }),
  );
  // A fill at the close of submission knows the values of its bar. A fill inside a bar has the time of the bar's close,
  // but does not know them.
  const knowsItsBar = (time: number) => rules.timing.knowsFillBar(time === plan.end);
  return (instrument, bar, time) => {
    const closes = series[instrument]!.schedule.closeTime[bar] === time;
    const known = closes && knowsItsBar(time) ? bar : bar - 1;
    return Object.freeze(Object.fromEntries(readers[instrument]!.map(({ name, at }) => [name, at(known)])));
  };
}
