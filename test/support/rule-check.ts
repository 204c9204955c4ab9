import type { Bars, FillExplanation, OrderRecord } from "hindcast";

/** A fill with its explanation, and all facts that the explanation may mention. */
export interface RuledFill {
  readonly explanation: FillExplanation;
  readonly order: OrderRecord;
  readonly bars: Bars;
  /** Index of the bar in which the order filled. */
  readonly index: number;
  /** Open and close time of the bar in which the order filled. */
  readonly openTime: number;
  readonly closeTime: number;
  /** Time at which the order reached the market. */
  readonly came: number;
  /**
   * `rest`: the order had filled in part before. `late`: an earlier bar may have lacked volume. `reached`: the order's stop was triggered
   * earlier.
   */
  readonly rest: boolean;
  readonly late: boolean;
  readonly reached: boolean;
  /** Price of the last fill of the order's entry, before slippage. */
  readonly entryPrice: number;
}

type Fits = (fill: RuledFill, given: Readonly<Record<string, string>>) => boolean;

const same = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
const signOf = ({ order }: RuledFill) => (order.side === "buy" ? 1 : -1);
const price = ({ explanation }: RuledFill) => explanation.basePrice;
/** How far price `a` is beyond price `b` for an order: above for a buy, below for a sell. */
const beyond = (fill: RuledFill, a: number, b: number) => (a - b) * signOf(fill);
const isOpen = (fill: RuledFill) => same(price(fill), fill.explanation.bar.open);
const isClose = (fill: RuledFill) => same(price(fill), fill.explanation.bar.close);
const isStop = (fill: RuledFill) => same(price(fill), fill.order.stopPrice!);
const isLimit = (fill: RuledFill) => same(price(fill), fill.order.limitPrice!);
/** Best price of the bar for an order: the low for a buy, the high for a sell. */
const best = (fill: RuledFill) => (signOf(fill) === 1 ? fill.explanation.bar.low : fill.explanation.bar.high);
const worst = (fill: RuledFill) => (signOf(fill) === 1 ? fill.explanation.bar.high : fill.explanation.bar.low);
const inside = ({ came, openTime, closeTime }: RuledFill) => openTime < came && came < closeTime;

/** Whether the fill's price lies at a price or beyond it, with a tolerance for the binary error of slippage. */
const lies = (fill: RuledFill, from: number | undefined, side: 1 | -1) =>
  same(price(fill), from!) || beyond(fill, price(fill), from!) * side > 0;
const asked = (fill: RuledFill, asks = ""): boolean =>
  (!asks.includes("its limit") || lies(fill, fill.order.limitPrice, -1)) &&
  (!asks.includes("beyond its limit") ||
    fill.explanation.bar[fill.explanation.at === "open" ? "open" : "close"] !== fill.order.limitPrice) &&
  (!asks.includes("at its stop or beyond") || lies(fill, fill.order.stopPrice, 1));

const asLimit = (fill: RuledFill, through: boolean, open: number): boolean => {
  const { limitPrice } = fill.order;
  const far = beyond(fill, best(fill), limitPrice!);
  const at = beyond(fill, open, limitPrice!);
  if (through ? at < 0 : at <= 0) return same(price(fill), open);
  return isLimit(fill) && (through ? far < 0 : far <= 0);
};
const asStop = (fill: RuledFill, holds: boolean, open: number): boolean => {
  const { stopPrice } = fill.order;
  if (beyond(fill, open, stopPrice!) >= 0) return holds ? isStop(fill) : same(price(fill), open);
  return isStop(fill) && beyond(fill, worst(fill), stopPrice!) >= 0;
};
const PLACE =
  "(?<place>at the stop, even in a bar that opens beyond it|at the stop, or at the open of a bar that opens beyond it)";
const holds = (place: string | undefined) => place!.includes("even");

const LIMIT =
  "A limit order fills at its limit or better(, before slippage)?: at the open of a bar that opens beyond it, else at the limit when the bar (?<meets>reaches|goes through) it\\.";

/**
 * Sentences that explain a fill, each with the condition under which it is true. Those about the bar of an entry and about the end are not
 * among them.
 */
const SENTENCES: readonly (readonly [sentence: string, fits: Fits])[] = [
  [
    "A market order fills at the first price after it became eligible: the next open, or the close of a bar that was forming\\.",
    (fill) => !fill.rest && (inside(fill) ? isClose(fill) : isOpen(fill)),
  ],
  ["Market: it fills at the first close after it became eligible\\.", (fill) => !fill.rest && isClose(fill)],
  [
    "Market: it fills at the close at which it was submitted\\.",
    (fill) => isClose(fill) && fill.order.submittedAt === fill.closeTime,
  ],
  [
    "Market: it fills at the close before the bar in which the fill is booked\\.",
    (fill) =>
      isClose(fill) &&
      fill.closeTime < fill.explanation.fill.time &&
      (fill.order.submittedAt !== fill.closeTime || fill.order.tag === "margin call"),
  ],
  [
    "Market: the quantity left unfilled for lack of volume fills at the next open\\.",
    (fill) => (fill.rest || fill.late) && isOpen(fill),
  ],
  [
    "Market: the quantity left unfilled for lack of volume fills at the next close\\.",
    (fill) => (fill.rest || fill.late) && isClose(fill),
  ],
  [
    "Margin call: the bar opened at a price at which equity was below the maintenance margin\\.",
    (fill) => isOpen(fill) && isStop(fill),
  ],
  [
    "Margin call: equity fell to the maintenance margin at this price, assuming that all bars that close at this time move from open to worst price together\\.",
    (fill) =>
      isStop(fill) && beyond(fill, worst(fill), price(fill)) >= -1e-9 && fill.order.submittedAt === fill.closeTime,
  ],
  [
    "Market: the account is ruined, so all positions close at the last price\\.",
    (fill) => isClose(fill) || isOpen(fill),
  ],
  [
    "Market: the run ends, and the position closes at the last price\\.",
    (fill) => fill.index === fill.bars.length - 1 && isClose(fill),
  ],
  [
    "Market: the run ends, and (?<who>the position closes|open orders fill) at the (?<place>open of|close of|close before) the symbol's last bar\\.",
    (fill, { who, place }) =>
      fill.index === fill.bars.length - (place === "close before" ? 2 : 1) &&
      (place === "open of" ? isOpen(fill) : isClose(fill)) &&
      (who === "the position closes") === (fill.order.tag === "finalize"),
  ],
  [
    "[A-Z][a-z ]+: it fills (in full, )?at once or not at all, at the first price after it became eligible(, if that price is (?<asks>.+))?\\.",
    (fill, { asks }) => (inside(fill) ? isClose(fill) : isOpen(fill)) && asked(fill, asks),
  ],
  [
    "[A-Z][a-z ]+: it fills in the opening auction, at the first price of its session(, if that price is (?<asks>.+))?\\.",
    (fill, { asks }) => isOpen(fill) && fill.explanation.at === "open" && asked(fill, asks),
  ],
  [
    "[A-Z][a-z ]+: it fills in the closing auction, at the last price of its session(, if that price is (?<asks>.+))?\\.",
    // A session may end inside a bar. Then the bar's open is the last price.
    (fill, { asks }) => (fill.explanation.at === "open" ? isOpen(fill) : isClose(fill)) && asked(fill, asks),
  ],
  [
    "[A-Z][a-z ]+: it arrived while the bar was forming, so it fills at the close(, if that price is (?<asks>.+))?\\.",
    (fill, { asks }) => isClose(fill) && inside(fill) && asked(fill, asks),
  ],
  [
    "[A-Z][a-z ]+: it fills at the first close that reaches its price(?<stays>, and the quantity left unfilled for lack of volume fills at later closes, at any price)?\\.",
    (fill, { stays }) => {
      if (!isClose(fill) || stays !== undefined) return isClose(fill);
      const { type } = fill.order;
      const limited = type.includes("limit") ? "within its limit" : "";
      const stopped = type === "stop" || type === "trailing_stop" ? "at its stop or beyond" : "";
      return asked(fill, `${limited} ${stopped}`);
    },
  ],
  [
    "[A-Z][a-z ]+: an earlier bar triggered its stop, and the quantity left unfilled for lack of volume fills at the next close\\.",
    (fill) => fill.reached && isClose(fill),
  ],
  [
    "A stop that an earlier bar triggered is a market order, and the quantity left unfilled for lack of volume fills at the open of the bar\\.",
    (fill) => fill.reached && isOpen(fill),
  ],
  [LIMIT, (fill, { meets }) => asLimit(fill, meets === "goes through", fill.explanation.bar.open)],
  [
    `A stop-limit order whose stop was triggered earlier is a limit order\\. ${LIMIT}`,
    (fill, { meets }) => fill.reached && asLimit(fill, meets === "goes through", fill.explanation.bar.open),
  ],
  [
    `A stop order fills when its stop is reached: ${PLACE}\\.`,
    (fill, { place }) => asStop(fill, holds(place), fill.explanation.bar.open),
  ],
  [
    `A trailing stop follows at its distance the best (price|close) of earlier bars, and fills as a stop: ${PLACE}\\.`,
    (fill, { place }) => asStop(fill, holds(place), fill.explanation.bar.open),
  ],
  [
    "A trailing stop follows at its distance the best (price|close) of earlier bars, and fills as a stop: at the stop, or at the close of the bar that reaches it if that is worse\\.",
    (fill) => {
      const after = beyond(fill, fill.explanation.bar.close, fill.order.stopPrice!);
      return beyond(fill, worst(fill), fill.order.stopPrice!) >= 0 && (after >= 0 ? isClose(fill) : isStop(fill));
    },
  ],
  [
    "[A-Z][a-z ]+: it fills once its stop is reached, at the stop or at the close before the bar, whichever is worse\\.",
    (fill) => {
      const { stopPrice } = fill.order;
      const before = fill.bars.close[fill.index - 1]!;
      const chased = beyond(fill, before, stopPrice!) > 0;
      const reached = fill.reached || beyond(fill, worst(fill), stopPrice!) >= 0;
      return reached && (chased ? same(price(fill), before) : isStop(fill));
    },
  ],
  [
    `A stop-limit order becomes a limit order when its stop is reached\\. In that bar it fills only if the bar proves the fill: ${PLACE}, if that price is within the limit. Otherwise it fills at the limit, if the bar opens beyond both prices and then reaches the limit, or if it (?<turns>moves opposite to the order from open to close \\(down for a buy, up for a sell\\) and )?closes (?<closes>better than the limit|at the limit or better)\\.`,
    (fill, { place, turns, closes }) => {
      const { open, close } = fill.explanation.bar;
      const { limitPrice, stopPrice } = fill.order;
      if (!lies(fill, limitPrice, -1)) return false;
      if (asStop(fill, holds(place), open)) return true;
      if (!isLimit(fill) || beyond(fill, worst(fill), stopPrice!) < 0) return false;
      const opened = beyond(fill, open, stopPrice!) >= 0 && beyond(fill, open, limitPrice!) > 0;
      if (opened) return beyond(fill, best(fill), limitPrice!) <= 0;
      const left = beyond(fill, close, limitPrice!);
      const against = (close - open) * signOf(fill) <= 0;
      return (closes === "better than the limit" ? left < 0 : left <= 0) && (turns === undefined || against);
    },
  ],
  [
    "A stop-limit order becomes a limit order when its stop is reached\\. In that bar it fills only at its stop, and only if the limit lies beyond the stop and the bar reaches the limit too\\.",
    (fill) => {
      const { limitPrice, stopPrice } = fill.order;
      const reached = beyond(fill, worst(fill), stopPrice!) >= 0 && beyond(fill, best(fill), limitPrice!) <= 0;
      return isStop(fill) && reached && beyond(fill, limitPrice!, stopPrice!) > 0;
    },
  ],
  [
    "A stop-limit order fills when its stop has been reached and a bar closes better than its limit: below it for a buy, above it for a sell\\. A buy then fills at the lower of limit and high, a sell at the higher of limit and low\\.",
    (fill) => {
      const left = beyond(fill, fill.explanation.bar.close, fill.order.limitPrice!) < 0;
      const away = beyond(fill, worst(fill), fill.order.limitPrice!) < 0;
      return left && (away ? same(price(fill), worst(fill)) : isLimit(fill));
    },
  ],
];

/** Patterns of all sentences that explain a fill. */
export const SENTENCE_PATTERNS = SENTENCES.map(([sentence]) => sentence);
const PATTERNS = SENTENCES.map(([sentence, fits]) => [new RegExp(`^${sentence}$`), fits] as const);
const OF_ENTRY = / If the entry of this exit filled inside the bar, the entry's fill price counts as the bar's open\./;
const OF_EXITS = / If exits that became active in that bar can fill anywhere in it, so can the limit order\./;
const OF_END = / The run ends with this bar, so open orders are matched against it again\./;

/** Returns why an explanation does not match its fill; an empty text if it matches. */
export function wrongRule(fill: RuledFill): string {
  const { rule, bar } = fill.explanation;
  const plain = rule.replace(OF_ENTRY, "").replace(OF_EXITS, "").replace(OF_END, "");
  const known = PATTERNS.filter(([pattern]) => pattern.test(plain));
  if (known.length !== 1) return `${known.length} readings: ${rule}`;
  const [pattern, fits] = known[0]!;
  const opens = OF_ENTRY.test(rule) ? [bar.open, fill.entryPrice] : [bar.open];
  const given = pattern.exec(plain)!.groups ?? {};
  if (opens.some((open) => fits({ ...fill, explanation: { ...fill.explanation, bar: { ...bar, open } } }, given)))
    return "";
  if (OF_EXITS.test(rule) && [true, false].some((through) => asLimit(fill, through, bar.open))) return "";
  return `${price(fill)} is not as it says: ${rule}`;
}
