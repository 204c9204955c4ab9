import type { FillAt } from "../../ledger/records.ts";
import { FINALIZE_TAG } from "../margin-call.ts";
import type { OrderRecord } from "../order-record.ts";
import { orderTypes } from "../order-types/catalog.ts";
import { timesInForce } from "../times-in-force.ts";
import { CALL_WORDS } from "./account.ts";
import type { ExecutionModel } from "./execution-model.ts";
import { NOTE, NOTED, NOTES } from "./fills.ts";

/** Fields of an order that explain its fill. */
export type NotedOrder = Pick<OrderRecord, "type" | "timeInForce" | "side" | "reduceOnly" | "forced" | "tag">;

/**
 * Returns a sentence that explains how an order filled. `at` is where in the bar; `known` tells whether the instrument has quotes or finer
 * bars.
 */
export function fillRule(
  model: ExecutionModel,
  order: NotedOrder,
  at: FillAt,
  note: number,
  known: { readonly quoted: boolean; readonly finer: boolean },
): string {
  const type = orderTypes[order.type];
  const { title } = type;
  const { rests, auction, chance } = timesInForce[order.timeInForce];
  const how = note % NOTES;
  const reached = (note & NOTED.reached) !== 0;
  const again = (note & NOTED.again) !== 0;
  const where = () => {
    const asks = type.asks(model, reached);
    return asks === "" ? "" : `, where that is ${asks}`;
  };
  if (how === NOTE.calledAtOpen) return CALL_WORDS.atOpen;
  if (how === NOTE.called) return CALL_WORDS.inside;
  if (how === NOTE.ruined) return `${title}: nothing is left, and everything ends at the last price.`;
  if (how === NOTE.runEnds && at !== "open") return `${title}: the run ends at the last price.`;
  if (how === NOTE.decided && (note & NOTED.left) === 0)
    return `${title}: it fills at the close at which it was decided.`;
  // When the last bar is matched again, immediate orders are treated like the others.
  if (!rests && !(again && auction === "")) return `${title}: it fills ${chance}${where()}.`;
  if (how === NOTE.own) return `${title}: it fills at the price of the rules ${model.ownFills!.name}.`;
  const price = !known.quoted ? "close" : order.side === "buy" ? "ask" : "bid";
  if (type.immediate) {
    const isBefore = how === NOTE.before || how === NOTE.decided;
    if (again || how === NOTE.runEnds) {
      const isRunsOwn = order.forced && order.tag === FINALIZE_TAG;
      const ends = isRunsOwn ? "the run ends" : "the run ends, and what still waits fills";
      return `${title}: ${ends} at the ${isBefore ? "close before" : at === "close" && how === NOTE.end ? "close of" : "open of"} its last bar.`;
    }
    if ((note & NOTED.left) !== 0)
      return `${title}: what volume left of it fills at the next ${how === NOTE.type ? "open" : price}.`;
    if (isBefore) return `${title}: it fills at the close before the bar in which it is booked.`;
    if (how === NOTE.end) return `${title}: it fills at the first ${price} after it became eligible.`;
    return type.rule(model, false);
  }
  if (how === NOTE.inside) return `${title}: it came while the bar was forming, and fills at its close${where()}.`;
  if (how === NOTE.end) {
    if (type.asks(model, reached) === "")
      return `${title}: its stop was reached before, and what volume left of it fills at the next ${price}.`;
    return `${title}: it fills at the first ${price} that reaches it${model.liquidity.leftOver(model.slippage.limitLeftOver)}.`;
  }
  if (how === NOTE.chased) return `${title}: ${model.sequence.priceFromWords}`;
  const { entryBar } = model.exits;
  const { limitPrice, stopPrice } = type.fields;
  const becomesLimit = limitPrice === "required" && stopPrice === "required" && !reached;
  const twice = becomesLimit ? entryBar.limitWords : "";
  const born = (note & NOTED.born) !== 0 ? entryBar.bornWords(known.finer ? model.sequence.finerWords : "") : "";
  const ends = again ? " The run ends there, and what still waits meets its last bar once more." : "";
  return `${type.rule(model, reached)}${twice}${born}${ends}`;
}
