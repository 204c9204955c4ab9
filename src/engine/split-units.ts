import type { Column } from "../primitives/column.ts";
import type { GraphSeries } from "./graph-inputs.ts";

/** Units at each bar for one at the first recorded session, splits counted; undefined where there was none. */
export function splitUnits({ inputs }: GraphSeries): Column | undefined {
  const split = inputs.factors?.split;
  return split === undefined || split.every((units) => units === 1) ? undefined : split;
}
