import type { Feed } from "../../market/feed.ts";
import { exitReached, firstReached, worstSince } from "../finer-bars.ts";
import type { Order } from "../order.ts";
import type { Triggered } from "../triggered.ts";
import { NOTE } from "./fills.ts";

/** In which sequence one moment reaches orders. */
interface SequenceRule {
  /**
   * Which way the price is taken to have gone first inside a bar that reaches orders on both sides of its open: 1 up, -1 down. `held` is the position
   * in the instrument, negative when short.
   */
  first(triggered: readonly Triggered[], count: number, held: number): 1 | -1;
  /** Whether one of two orders that a bar reaches fills before the other; `way` is where the price went first. */
  before(a: Triggered, b: Triggered, way: 1 | -1): boolean;
  /** Whether what an order has woken at an open takes its place among what the bar reaches behind it. */
  wakes(met: Triggered): boolean;
  /** Whether the bar meets an exit inside which its entry filled, as far as that is known. */
  meetsBorn(exit: Order, met: Triggered): boolean;
  /** Whether finer bars show that; undefined where none shows the entry. */
  seen(exit: Order, met: Triggered): boolean | undefined;
  /** Whether it shows at once what of a bar came after an entry inside it. */
  shows(): boolean;
  /** The worst price, of which `extreme` is that of the whole bar, for who sells (-1) or buys (1) after an entry inside the bar that just closed. */
  worst(feed: Feed, entry: number, sign: 1 | -1, extreme: number): number;
  /** Whether fills are followed at once by calls for margin, and whether only what all of them have left is. */
  callsAlong(filled: boolean): boolean;
  callsLast(filled: boolean): boolean;
  /** Where orders are decided and filled at the close `before` a bar: the price of what rests and was reached by that bar. */
  priceFrom(before: number, order: Order, met: Triggered): number;
  /** Whether all that a bar reaches of an instrument is gathered; else its orders are met one by one, as they were given for whichever instrument. */
  gathers(): boolean;
  /** The instruments of which auctions at the end of a session take their turn among what bars reach. */
  auctions(ending: readonly Feed[]): readonly Feed[];
  /** Whether it looks into bars of a finer interval. */
  readonly needsFiner: boolean;
  /** The two sequences of a band, which is two runs; undefined for others. */
  readonly ends: undefined | { readonly low: "pessimistic"; readonly high: "optimistic" };
  /** In words: what is assumed of a bar that reaches orders on both sides. */
  readonly ambiguousWords: string;
  /** In words: how `priceFrom` differs from the rule of the order's type, and what is known inside the bar of an entry; empty for nothing. */
  readonly priceFromWords: string;
  readonly finerWords: string;
}

const NO_FEEDS: readonly Feed[] = [];

/** Every bar goes up to its high first, then down to its low. */
const up = (): 1 => 1;

/** The way that hurts, along a bar of which one side came first. */
const PATH: SequenceRule = {
  first: pessimistic,
  before: alongPath,
  wakes: ({ atOpen, atClose }) => atOpen && !atClose,
  meetsBorn: (_exit, { adverse }) => adverse,
  seen: () => undefined,
  shows: () => false,
  worst: (_feed, _entry, _sign, extreme) => extreme,
  callsAlong: (filled) => filled,
  callsLast: () => false,
  priceFrom: (_before, _order, { price }) => price,
  gathers: () => true,
  auctions: () => NO_FEEDS,
  needsFiner: false,
  ends: undefined,
  ambiguousWords: "and the one that hurts was taken first",
  priceFromWords: "",
  finerWords: "",
};

/** Orders fill as they stand in a queue, whatever the path of the bar. */
const QUEUE: SequenceRule = {
  ...PATH,
  wakes: () => false,
  callsAlong: () => false,
  callsLast: (filled) => filled,
  ambiguousWords: "and orders filled as they were given",
};

/** In which sequence a moment reaches orders, by the name that settings give it. One row a way. */
export const sequences = {
  /** As they were given; those that only end a position, by market or stop, before all others. */
  queue: {
    ...QUEUE,
    first: up,
    before: inQueue,
    priceFrom: (before, { sign, reduceOnly, stopPrice, limitPrice }, met) => {
      if (reduceOnly || !met.slips) return met.price;
      if (Number.isNaN(limitPrice)) met.note = NOTE.chased;
      return sign * Math.max(sign * before, sign * stopPrice);
    },
    priceFromWords:
      "it fills once its stop is reached, at the stop or at the close before the bar, whichever is worse.",
  },
  /** The same, strictly as they were given, for all instruments in one queue. */
  "as-given": { ...QUEUE, gathers: () => false, auctions: (ending) => ending },
  pessimistic: PATH,
  /** The way that helps: the other way from the pessimistic one. It errs for the trader; use it for the far end of a band. */
  optimistic: {
    ...PATH,
    ambiguousWords: "and the one that helps was taken first",
    first: (triggered, count, held) => (pessimistic(triggered, count, held) === 1 ? -1 : 1),
    meetsBorn: (exit, { adverse, atOpen }) => (adverse ? comesAfter(exit) : !atOpen),
    // The worst side came before, unless the way from the open led to it by the entry.
    worst: ({ open, close, closed }, entry, sign, extreme) =>
      (open[closed]! - entry) * sign > 0 ? sign * Math.max(sign * entry, sign * close[closed]!) : extreme,
  },
  ohlc: { ...PATH, first: up, ambiguousWords: "and the bar was taken to have gone up first" },
  /** Every bar goes down to its low first, then up to its high. */
  olhc: { ...PATH, first: () => -1, ambiguousWords: "and the bar was taken to have gone down first" },
  /** A bar goes first to whichever of its high and low is nearer to its open; to the low when both are as near. */
  "nearest-extreme": {
    ...PATH,
    ambiguousWords: "and the bar was taken to have gone to its nearer extreme first",
    first: (triggered) => {
      const { high, low, open, closed } = triggered[0]!.order.feed;
      return high[closed]! - open[closed]! < open[closed]! - low[closed]! ? 1 : -1;
    },
  },
  /**
   * The way that bars of a finer interval show, where they are recorded; there the fills are not ambiguous. Where they are not, or one finer
   * bar reaches orders on both sides, the way that hurts.
   */
  "drill-down": {
    ...PATH,
    first: (triggered, count, held) => {
      const first = firstReached(triggered, count);
      if (first === undefined) return pessimistic(triggered, count, held);
      for (let i = 0; i < count; i++) triggered[i]!.resolved = true;
      return first.heading;
    },
    seen: exitReached,
    shows: () => true,
    worst: (feed, entry, sign, extreme) => worstSince(feed, entry, sign) ?? extreme,
    needsFiner: true,
    ambiguousWords: "finer bars did not show which, and the one that hurts was taken first",
    finerWords: ", and finer bars show what came after",
  },
  /** Two runs: the pessimistic one and the optimistic one. */
  band: {
    ...PATH,
    ends: { low: "pessimistic", high: "optimistic" },
    ambiguousWords: "and the one that hurts was taken first; the other end is reported too",
  },
} as const satisfies Readonly<Record<string, SequenceRule>>;

/** The setting that chooses this part. */
export interface SequenceChoices {
  readonly intrabar: keyof typeof sequences;
}

/** In which sequence one moment reaches orders. */
export type Sequence = SequenceRule;

export function sequenceOf({ intrabar }: SequenceChoices): Sequence {
  return sequences[intrabar];
}

/** Whether settings ask for bars of a finer interval; they need not be checked yet. */
export function needsFiner({ intrabar }: { readonly intrabar?: unknown }): boolean {
  return (
    typeof intrabar === "string" && Object.hasOwn(sequences, intrabar) && sequences[intrabar as Intrabar].needsFiner
  );
}

type Intrabar = SequenceChoices["intrabar"];

/**
 * The way that hurts: towards the stop that protects the position; without one, towards the nearest stop; with limits alone,
 * towards the nearest, and of two alike towards the older. Of a stop and a target inside one bar the stop is taken, which errs against
 * the trader.
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

/** 2 for the stop that closes the position, 1 for any other stop, 0 for a limit. */
function rank(triggered: Triggered, held: number): number {
  if (!triggered.adverse) return 0;
  return triggered.order.sign * held < 0 ? 2 : 1;
}

/** How far the price must go from the open to reach it. */
function distance({ level, order: { feed } }: Triggered): number {
  return Math.abs(level - feed.open[feed.closed]!);
}

/** Orders met at the open come first, those that meet the close alone last; in between the nearer one on the way that the price went. */
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

function inQueue(a: Triggered, b: Triggered): boolean {
  const ends = endsFirst(a);
  if (ends !== endsFirst(b)) return ends;
  // At the front the last to come stands first.
  const later = placeOf(a) - placeOf(b) || a.order.id - b.order.id;
  return ends ? later > 0 : later < 0;
}

/** Whether an order only makes a position smaller, at any price: these stand at the front of the queue. */
function endsFirst({ order, adverse }: Triggered): boolean {
  return order.reduceOnly && (adverse || order.type.immediate);
}

function placeOf({ order: { place, id } }: Triggered): number {
  return place === 0 ? id : place;
}

/** The price can only have reached the stop after the entry: the way from the open leads past the entry, or the close is beyond the stop. */
function comesAfter({ feed, sign, stopPrice, bornAt }: Order): boolean {
  const bar = feed.closed;
  return (feed.open[bar]! - bornAt) * sign <= 0 || (feed.close[bar]! - stopPrice) * sign >= 0;
}
