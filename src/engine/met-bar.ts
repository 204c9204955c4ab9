import { type ExecutionModel, modelOf } from "../broker/models/execution-model.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import type { FillBar } from "./fill-bar.ts";
import { cameAfter, cameInside, lastClosed, type ToldFill } from "./told-fill.ts";

/** How an order met the bar that filled it. */
export interface MetBar {
  readonly rules: ExecutionModel;
  /** Its stop was reached by a bar before, or that of the order whose place it took. */
  readonly reached: boolean;
  /** Of the bar its end alone was for the order. */
  readonly closes: boolean;
  /** That was so because it came inside the bar. */
  readonly inside: boolean;
  /** It met the close before the bar that had closed last. */
  readonly before: boolean;
  /** What there is at the end of a bar. */
  readonly price: "close" | "ask" | "bid";
  /** It came when its last bar was over, and met that once more as the run ended. */
  readonly again: boolean;
  /** Its entry filled in the same bar, and woke it. */
  readonly woken: boolean;
}

/** Finds by what a fill tells, and by the conventions of its run, how its order met the bar. */
export function metBar(told: ToldFill, { index, at }: FillBar): MetBar {
  const { order, events, fill, settings, series } = told;
  const rules = modelOf(settings);
  const { immediate } = orderTypes[order.type];
  const quoted = series.quotes !== undefined;
  const came = !quoted && cameInside(told, index);
  // It fills at the close of the bar inside which it came, or not in that bar, unless that is met once more.
  const inside = came && at === "close";
  const { timing } = rules;
  const late = timing.booksLate();
  const again = timing.endsAtOpen() && late;
  const atEnds = quoted || !timing.seesBars();
  return {
    rules,
    reached: events.some(({ event, time }) => event === "triggered" && (told.inherits || time < fill.time)),
    closes: inside || (immediate ? timing.marketsAtEnd() || (atEnds && (quoted || late)) : atEnds),
    inside,
    before: late && at === "close" && index < lastClosed(told),
    price: quoted ? (fill.side === "buy" ? "ask" : "bid") : "close",
    again: cameAfter(told) ? at !== "open" : again && came && at !== "close",
    woken: told.woken && told.began === fill.time,
  };
}
