import type { FillRecord } from "../../../schemas/order.ts";
import type { FillMark } from "../../report/chart-data.ts";
import type { ChartBars } from "../data/chart-bars.ts";

/** The fills of the instrument shown, each on the bar in which it happened; those of a bar that still forms come with it. */
export function fillMarks(fills: readonly FillRecord[], bars: ChartBars): FillMark[] {
  const last = bars.time.at(-1) ?? -Infinity;
  const length = bars.time.length > 1 ? last - bars.time.at(-2)! : 0;
  return fills
    .filter(({ symbol }) => symbol === bars.symbol)
    .map(({ timestamp, price, side }) => ({ at: Date.parse(timestamp), price, buy: side === "buy" }))
    .filter(({ at }) => at >= (bars.time[0] ?? Infinity) && at <= last + length)
    .map(({ at, price, buy }) => ({ time: bars.place[bars.indexAt(at)]!, price, buy }));
}
