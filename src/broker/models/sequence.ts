import type { Feed } from "../../market/feed.ts";
import { exitReached, firstReached, worstSince } from "../finer-bars.ts";
import type { Order } from "../order.ts";
import type { Triggered } from "../triggered.ts";
import { NOTE } from "./fills.ts";

/** Rule for the sequence in which orders fill at one moment. */
interface SequenceRule {
  /**
   * Returns the direction that the price is assumed to have taken first in a bar that triggers orders on both sides of
   * its open: 1 up, -1 down. `held` is the position, negative when short.
   */
  firstDirection(triggered: readonly Triggered[], count: number, held: number): 1 | -1;
  /** Whether one triggered order fills before another. `way` is the direction that came first. */
  comesBefore(a: Triggered, b: Triggered, way: 1 | -1): boolean;
  /** Whether exits activated by a fill at the open join the orders that the bar triggers after it. */
  addsExitsAtOpen(match: Triggered): boolean;
  /** Whether an exit may fill in the bar inside which its entry filled, as far as the bar itself shows. */
  mayFillInEntryBar(exit: Order, match: Triggered): boolean;
  /** Whether finer bars show that an exit filled after its entry, inside the same bar. Undefined if no finer bar shows the entry. */
  seenInFinerBars(exit: Order, match: Triggered): boolean | undefined;
  /** Whether finer bars show what happened after an entry inside a bar. */
  resolvesEntryBar(): boolean;
  /**
   * Returns the worst price for a seller (-1) or buyer (1) after an entry inside the bar that just closed. `extreme` is
   * the worst price of the whole bar.
   */
  worst(feed: Feed, entry: number, sign: 1 | -1, extreme: number): number;
  /** Whether margin must be checked after a fill. `checksMarginAtEnd` says so for one check after all fills. */
  checksMarginAfterFills(filled: boolean): boolean;
  checksMarginAtEnd(filled: boolean): boolean;
  /**
   * Returns the fill price of a triggered resting order in a queue that fills orders at the close before the bar,
   * `before`.
   */
  queuePrice(before: number, order: Order, match: Triggered): number;
  /**
   * Whether the triggered orders of an instrument are collected and sorted. Otherwise orders of all instruments match
   * one by one, in the sequence of submission.
   */
  sortsOrders(): boolean;
  /** Returns the instruments whose closing auctions take a turn among the orders that bars trigger. */
  auctionsInQueue(ending: readonly Feed[]): readonly Feed[];
  /** Whether the sequence uses bars of a finer interval. */
  readonly needsFiner: boolean;
  /** Sequences of the two runs of a band, or undefined for other settings. */
  readonly band: undefined | { readonly low: "pessimistic"; readonly high: "optimistic" };
  /** Text that says what is assumed if a bar triggers orders on both sides of its open. */
  readonly ambiguityText: string;
  /**
   * Texts that explain how `queuePrice` differs from the rule of the order's type, and what is known inside an entry's
   * bar. Empty if nothing.
   */
  readonly queuePriceText: string;
  readonly finerBarsText: string;
}

const NO_FEEDS: readonly Feed[] = [];

/** Direction of a bar that is assumed to go up to its high first. */
const up = (): 1 => 1;

/** Orders fill along the path through the bar that is worst for the trader. */
const PATH: SequenceRule = {
  firstDirection: pessimistic,
  comesBefore: alongPath,
  addsExitsAtOpen: ({ atOpen, atClose }) => atOpen && !atClose,
  mayFillInEntryBar: (_exit, { adverse }) => adverse,
  seenInFinerBars: () => undefined,
  resolvesEntryBar: () => false,
  worst: (_feed, _entry, _sign, extreme) => extreme,
  checksMarginAfterFills: (filled) => filled,
  checksMarginAtEnd: () => false,
  queuePrice: (_before, _order, { price }) => price,
  sortsOrders: () => true,
  auctionsInQueue: () => NO_FEEDS,
  needsFiner: false,
  band: undefined,
  ambiguityText: "so the worse order was assumed first",
  queuePriceText: "",
  finerBarsText: "",
};

/** Orders fill in the sequence of a queue, whatever path the bar took. */
const QUEUE: SequenceRule = {
  ...PATH,
  addsExitsAtOpen: () => false,
  checksMarginAfterFills: () => false,
  checksMarginAtEnd: (filled) => filled,
  ambiguityText: "and orders filled in order of submission",
};

/** Rules for the sequence of fills, by the setting's value. */
export const sequences = {
  /** Orders fill as submitted, but reduce-only market and stop orders before all others. */
  queue: {
    ...QUEUE,
    firstDirection: up,
    comesBefore: queueOrder,
    queuePrice: (before, { sign, reduceOnly, stopPrice, limitPrice }, match) => {
      if (reduceOnly || !match.slips) return match.price;
      if (Number.isNaN(limitPrice)) match.note = NOTE.queuedStop;
      return sign * Math.max(sign * before, sign * stopPrice);
    },
    queuePriceText:
      "it fills once its stop is reached, at the stop or at the close before the bar, whichever is worse.",
  },
  /** Orders fill strictly in the sequence of submission, in one queue for all instruments. */
  "as-given": { ...QUEUE, sortsOrders: () => false, auctionsInQueue: (ending) => ending },
  pessimistic: PATH,
  /** The path that is best for the trader: use it for the upper end of a band. */
  optimistic: {
    ...PATH,
    ambiguityText: "so the better order was assumed first",
    firstDirection: (triggered, count, held) => (pessimistic(triggered, count, held) === 1 ? -1 : 1),
    mayFillInEntryBar: (exit, { adverse, atOpen }) => (adverse ? comesAfter(exit) : !atOpen),
    // The worst price came before the entry, unless the path from the open passed the entry first.
    worst: ({ open, close, closed }, entry, sign, extreme) =>
      (open[closed]! - entry) * sign > 0 ? sign * Math.max(sign * entry, sign * close[closed]!) : extreme,
  },
  ohlc: { ...PATH, firstDirection: up, ambiguityText: "and the bar was assumed to go up first" },
  /** Each bar is assumed to go down to its low first, then up to its high. */
  olhc: { ...PATH, firstDirection: () => -1, ambiguityText: "and the bar was assumed to go down first" },
  /** Each bar is assumed to go first to its high or low, whichever is nearer; to the low on a tie. */
  "nearest-extreme": {
    ...PATH,
    ambiguityText: "and the bar was assumed to go to its nearer extreme first",
    firstDirection: (triggered) => {
      const { high, low, open, closed } = triggered[0]!.order.feed;
      return high[closed]! - open[closed]! < open[closed]! - low[closed]! ? 1 : -1;
    },
  },
  /**
   * The path is that of bars of a finer interval, if recorded, and fills are then not ambiguous. Without finer bars, or
   * if one of them triggers orders on both sides, the path is as with `pessimistic`.
   */
  "drill-down": {
    ...PATH,
    firstDirection: (triggered, count, held) => {
      const first = firstReached(triggered, count);
      if (first === undefined) return pessimistic(triggered, count, held);
      for (let i = 0; i < count; i++) triggered[i]!.resolved = true;
      return first.heading;
    },
    seenInFinerBars: exitReached,
    resolvesEntryBar: () => true,
    worst: (feed, entry, sign, extreme) => worstSince(feed, entry, sign) ?? extreme,
    needsFiner: true,
    ambiguityText: "and finer bars did not show which came first, so the worse order was assumed first",
    finerBarsText: ", and finer bars show what came after",
  },
  /** Two runs, one pessimistic and one optimistic. */
  band: {
    ...PATH,
    band: { low: "pessimistic", high: "optimistic" },
    ambiguityText: "so the worse order was assumed first; the optimistic result is reported too",
  },
} as const satisfies Readonly<Record<string, SequenceRule>>;

/** Setting that selects the sequence. */
export interface SequenceChoices {
  readonly intrabar: keyof typeof sequences;
}

/** Sequence rule of a run. */
export type Sequence = SequenceRule;

export function sequenceOf({ intrabar }: SequenceChoices): Sequence {
  return sequences[intrabar];
}

/** Whether settings require bars of a finer interval. Accepts settings that were not checked. */
export function needsFiner({ intrabar }: { readonly intrabar?: unknown }): boolean {
  return (
    typeof intrabar === "string" && Object.hasOwn(sequences, intrabar) && sequences[intrabar as Intrabar].needsFiner
  );
}

type Intrabar = SequenceChoices["intrabar"];

/**
 * Returns the direction that is worst for the trader: toward the stop that protects the position, otherwise toward the
 * nearest stop, otherwise toward the nearest limit. On a tie the older order decides. If a bar reaches both exits, the
 * stop-loss fills.
 */
function pessimistic(triggered: readonly Triggered[], count: number, held: number): 1 | -1 {
  let chosen: Triggered | undefined;
  for (let i = 0; i < count; i++) {
    const candidate = triggered[i]!;
    if (!candidate.inside) continue;
    if (chosen === undefined || worse(candidate, chosen, held)) chosen = candidate;
  }
  return chosen === undefined ? 1 : chosen.heading;
}

function worse(a: Triggered, b: Triggered, held: number): boolean {
  const rankA = rank(a, held);
  const rankB = rank(b, held);
  if (rankA !== rankB) return rankA > rankB;
  const distanceA = distance(a);
  const distanceB = distance(b);
  return distanceA === distanceB ? a.order.id < b.order.id : distanceA < distanceB;
}

/** Rank by harm to the trader: 2 for the stop that closes the position, 1 for any other stop, 0 for a limit. */
function rank(triggered: Triggered, held: number): number {
  if (!triggered.adverse) return 0;
  return triggered.order.sign * held < 0 ? 2 : 1;
}

/** Distance from the bar's open to the level that triggers an order. */
function distance({ level, order: { feed } }: Triggered): number {
  return Math.abs(level - feed.open[feed.closed]!);
}

/**
 * Compares two orders by the assumed path: those at the open come first, those that see only the close last, and
 * otherwise the one that the path reaches earlier.
 */
function alongPath(a: Triggered, b: Triggered, way: 1 | -1): boolean {
  if (a.atClose !== b.atClose) return b.atClose;
  if (a.atClose) return a.order.id < b.order.id;
  if (a.atOpen !== b.atOpen) return a.atOpen;
  if (!a.atOpen) {
    if (a.heading !== b.heading) return a.heading === way;
    if (a.level !== b.level) return a.isNearerThan(b);
  }
  return a.order.id < b.order.id;
}

function queueOrder(a: Triggered, b: Triggered): boolean {
  const ends = goesFirst(a);
  if (ends !== goesFirst(b)) return ends;
  // Among the orders that go to the front of the queue, the latest comes first.
  const later = placeOf(a) - placeOf(b) || a.order.id - b.order.id;
  return ends ? later > 0 : later < 0;
}

/** Whether an order goes to the front of the queue: a reduce-only market or stop order. */
function goesFirst({ order, adverse }: Triggered): boolean {
  return order.reduceOnly && (adverse || order.type.immediate);
}

function placeOf({ order: { place, id } }: Triggered): number {
  return place === 0 ? id : place;
}

/**
 * Whether the bar proves that the price reached an exit's stop after the entry: its path from the open passes the entry
 * first, or its close is beyond the stop.
 */
function comesAfter({ feed, sign, stopPrice, bornAt }: Order): boolean {
  const bar = feed.closed;
  return (feed.open[bar]! - bornAt) * sign <= 0 || (feed.close[bar]! - stopPrice) * sign >= 0;
}
