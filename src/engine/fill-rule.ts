import { orderTypes } from "../broker/order-types/catalog.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import { type FillBar, near } from "./fill-bar.ts";
import { type MetBar, metBar } from "./met-bar.ts";
import { cameInside, endsRun, isCalled, isCalledInside, isRest, isRuined, type ToldFill } from "./told-fill.ts";

/** How an order filled, in words: as its type and its life say, and what else of the conventions of its run decided where. */
export function fillRule(told: ToldFill, bar: FillBar): string {
  const { order, settings } = told;
  const { immediate, title } = orderTypes[order.type];
  const { rests, auction } = timesInForce[order.timeInForce];
  const met = metBar(told, bar);
  if (isCalledInside(told)) return `Margin call: ${calledWhere(told, bar)}`;
  if (isRuined(told)) return `${title}: nothing is left, and everything ends at the last price.`;
  if (endsRun(told) && settings.atEnd === "finalize") return `${title}: the run ends at the last price.`;
  if (immediate && isDecision(told, bar)) return `${title}: it fills at the close at which it was decided.`;
  // Meeting the last bar once more, an order that has one chance is like the others.
  if (!rests && !(met.again && auction === "")) return oneChance(told, met);
  return immediate ? takesPrice(told, bar, met) : waitsForPrice(told, met);
}

/** Where inside a bar the account was called. */
function calledWhere({ basePrice, series: { bars } }: ToldFill, { index }: FillBar): string {
  return near(bars.open[index]!, basePrice)
    ? "the bar opened at a price at which equity was below the maintenance margin."
    : "here equity met the maintenance margin, with every bar of the moment as far on the way from its open to its worst side.";
}

/** It filled at the very close at which its strategy decided. */
function isDecision(told: ToldFill, { index, at }: FillBar): boolean {
  const { order, settings, series } = told;
  if (settings.fillAt !== "same-close" || at !== "close" || isCalled(told) || endsRun(told)) return false;
  return !isRest(told) && order.submittedAt === series.schedule.closeTime[index];
}

/** An order that is judged at one price alone. */
function oneChance({ order }: ToldFill, { rules, reached }: MetBar): string {
  const type = orderTypes[order.type];
  return `${type.title}: it fills ${timesInForce[order.timeInForce].chance}${where(type.asks(rules, reached))}.`;
}

/** An order that waits, and takes any price. */
function takesPrice(told: ToldFill, bar: FillBar, { rules, closes, before, price, again, inside }: MetBar): string {
  const { order, settings } = told;
  const { at } = bar;
  const type = orderTypes[order.type];
  const { title } = type;
  if (again || endsRun(told)) {
    const ends = endsRun(told) ? "the run ends" : "the run ends, and what still waits fills";
    const place = !rules.timing.booksLate() ? "open of" : closes ? "close of" : before ? "close before" : "open of";
    return `${title}: ${ends} at the ${place} its last bar.`;
  }
  const opens = at === "open" || (rules.timing.booksLate() && !closes && !before);
  if (isRest(told) || wasLeft(told, bar, opens))
    return `${title}: what volume left of it fills at the next ${opens ? "open" : price}.`;
  if (before) return `${title}: it fills at the close before the bar in which it is booked.`;
  const first = closes && (!inside || settings.fillAt === "next-close");
  return first && at !== "open"
    ? `${title}: it fills at the first ${price} after it became eligible.`
    : type.rule(rules, false);
}

/** For want of volume it had not filled at the prices there were since it began to work. */
function wasLeft(told: ToldFill, { index }: FillBar, opens: boolean): boolean {
  const { volumeShare, restingSee, fillAt, bookAt } = told.settings;
  const { openTime, closeTime, extended } = told.series.schedule;
  if (volumeShare === 0 || cameInside(told, index)) return false;
  // Where what rests sees closes alone, a market order has the open of its bar before.
  if (!opens && restingSee !== "bar" && fillAt !== "next-close" && bookAt === "price-event") return true;
  const before = index - 1;
  if (before < 0 || extended?.[before] === 1) return false;
  return opens ? openTime[before]! >= told.began : closeTime[before]! > told.began;
}

/** An order that waits for its price. */
function waitsForPrice({ order, series }: ToldFill, met: MetBar): string {
  const { rules, reached, closes, inside, price, again, woken } = met;
  const type = orderTypes[order.type];
  const { title } = type;
  const needs = type.asks(rules, reached);
  if (closes && !inside) {
    if (needs === "")
      return `${title}: its stop was reached before, and what volume left of it fills at the next ${price}.`;
    const rest = rules.liquidity.leftOver(rules.slippage.limitLeftOver);
    return `${title}: it fills at the first ${price} that reaches it${rest}.`;
  }
  if (inside) return `${title}: it came while the bar was forming, and fills at its close${where(needs)}.`;
  const chases = rules.timing.fillsBefore() && rules.sequence.priceFromWords !== "" && !order.reduceOnly;
  if (chases && type.fields.limitPrice === "refused") return `${title}: ${rules.sequence.priceFromWords}`;
  const { limitPrice, stopPrice } = type.fields;
  const becomesLimit = limitPrice === "required" && stopPrice === "required" && !reached;
  const { entryBar } = rules.exits;
  const twice = becomesLimit ? entryBar.limitWords : "";
  const ends = again ? " The run ends there, and what still waits meets its last bar once more." : "";
  const rule = type.rule(rules, reached);
  const finer = series.finer === undefined ? "" : rules.sequence.finerWords;
  return `${rule}${twice}${woken ? entryBar.bornWords(finer) : ""}${ends}`;
}

function where(asks: string): string {
  return asks === "" ? "" : `, where that is ${asks}`;
}
