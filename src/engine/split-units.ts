import type { Column } from "../primitives/column.ts";
import type { RunSeries } from "./run-series.ts";

/** Units at each bar for one at the first recorded session, splits counted; undefined where there was none. */
export function splitUnits({ inputs }: RunSeries): Column | undefined {
  const split = inputs.factors?.split;
  return split === undefined || split.every((units) => units === 1) ? undefined : split;
}
