import type { FillAt } from "../../ledger/records.ts";
import { FINALIZE_TAG } from "../margin-call.ts";
import type { OrderRecord } from "../order-record.ts";
import { orderTypes } from "../order-types/catalog.ts";
import { timesInForce } from "../times-in-force.ts";
import { MARGIN_CALL_TEXTS } from "./account.ts";
import type { ExecutionModel } from "./execution-model.ts";
import { NOTE, NOTE_FLAG, NOTE_FLAGS_FROM } from "./fills.ts";

/** Fields of an order that decide how its fill is explained. */
export type NotedOrder = Pick<OrderRecord, "type" | "timeInForce" | "side" | "reduceOnly" | "forced" | "tag">;

/**
 * Returns a sentence that explains how an order filled. `at` is the place of the fill in its bar; `known` tells whether
 * the instrument has quotes or finer bars.
 */
export function fillSentence(
  model: ExecutionModel,
  order: NotedOrder,
  at: FillAt,
  note: number,
  known: { readonly quoted: boolean; readonly finer: boolean },
): string {
  const type = orderTypes[order.type];
  const { title } = type;
  const { rests, auction, chance } = timesInForce[order.timeInForce];
  const how = note % NOTE_FLAGS_FROM;
  const reached = (note & NOTE_FLAG.triggeredEarlier) !== 0;
  const again = (note & NOTE_FLAG.lastBarAgain) !== 0;
  const where = () => {
    const asks = type.requirement(model, reached);
    return asks === "" ? "" : `, if that price is ${asks}`;
  };
  if (how === NOTE.marginCallAtOpen) return MARGIN_CALL_TEXTS.atOpen;
  if (how === NOTE.marginCall) return MARGIN_CALL_TEXTS.inside;
  if (how === NOTE.ruined) return `${title}: the account is ruined, so all positions close at the last price.`;
  if (how === NOTE.runEnd && at !== "open") return `${title}: the run ends, and the position closes at the last price.`;
  if (how === NOTE.decisionClose && (note & NOTE_FLAG.volumeLimited) === 0)
    return `${title}: it fills at the close at which it was submitted.`;
  // When the last bar is matched again, immediate orders are explained like others.
  if (!rests && !(again && auction === "")) return `${title}: it fills ${chance}${where()}.`;
  if (how === NOTE.custom) return `${title}: it fills at the price of the custom rules ${model.customFills!.name}.`;
  const price = !known.quoted ? "close" : order.side === "buy" ? "ask" : "bid";
  if (type.immediate) {
    const isBefore = how === NOTE.previousClose || how === NOTE.decisionClose;
    if (again || how === NOTE.runEnd) {
      const isRunsOwn = order.forced && order.tag === FINALIZE_TAG;
      const ends = `the run ends, and ${isRunsOwn ? "the position closes" : "open orders fill"}`;
      return `${title}: ${ends} at the ${isBefore ? "close before" : at === "close" && how === NOTE.close ? "close of" : "open of"} the symbol's last bar.`;
    }
    if ((note & NOTE_FLAG.volumeLimited) !== 0)
      return `${title}: the quantity left unfilled for lack of volume fills at the next ${how === NOTE.type ? "open" : price}.`;
    if (isBefore) return `${title}: it fills at the close before the bar in which the fill is booked.`;
    if (how === NOTE.close) return `${title}: it fills at the first ${price} after it became eligible.`;
    return type.rule(model, false);
  }
  if (how === NOTE.formingClose)
    return `${title}: it arrived while the bar was forming, so it fills at the close${where()}.`;
  if (how === NOTE.close) {
    if (type.requirement(model, reached) === "")
      return `${title}: an earlier bar triggered its stop, and the quantity left unfilled for lack of volume fills at the next ${price}.`;
    return `${title}: it fills at the first ${price} that reaches its price${model.liquidity.textIfLimited(model.slippage.unfilledLimitText)}.`;
  }
  if (how === NOTE.queuedStop) return `${title}: ${model.sequence.queuePriceText}`;
  const { entryBar } = model.exits;
  const { limitPrice, stopPrice } = type.fields;
  const becomesLimit = limitPrice === "required" && stopPrice === "required" && !reached;
  const limitNote = becomesLimit ? entryBar.limitText : "";
  const entryNote =
    (note & NOTE_FLAG.entryBar) !== 0 ? entryBar.entryBarText(known.finer ? model.sequence.finerBarsText : "") : "";
  const ends = again ? " The run ends with this bar, so open orders are matched against it again." : "";
  return `${type.rule(model, reached)}${limitNote}${entryNote}${ends}`;
}
