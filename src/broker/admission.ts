import type { Feed } from "../market/feed.ts";

/** What a hook asked for, as far as it says when its turn comes. */
export interface Asked {
  /** Its place among the calls of the moment. */
  readonly place: number;
  readonly feed: Feed;
  /** It only makes a position smaller, or cancels. */
  readonly reduces: boolean;
  /** The instrument whose own hook asked for it; undefined for a hook of all instruments. */
  readonly by: Feed | undefined;
}

/** The order in which what was asked for at one moment is checked and accepted. */
export interface AdmissionRule {
  /** What was asked for, in order of its turns; undefined for the order of the calls. */
  readonly arrange: (this: void, asked: readonly Asked[]) => readonly Asked[] | undefined;
  /** Below 0 when the first of two instruments comes first where nothing else decides; 0 for the order in which they stand. */
  readonly compare: (this: void, a: Feed, b: Feed) => number;
}

/** The order in which commands of one moment are accepted: what makes positions smaller first, or all in the order of the calls. */
export type Admission = "reducing-first" | "as-submitted";

/** The rules of admission, by the name that settings give them. */
export const admissions: Readonly<Record<Admission, AdmissionRule>> = {
  "reducing-first": { arrange: reducingFirst, compare: moreTraded },
  "as-submitted": { arrange: () => undefined, compare: () => 0 },
};

/**
 * What each instrument's calls begin with, as long as it only cancels or makes positions smaller, comes first. Then the rest: in the order of the calls,
 * but what the own hooks of several instruments asked for in a row goes by turnover, since that order is not the strategy's. Calls for one instrument
 * keep their order.
 */
function reducingFirst(asked: readonly Asked[]): readonly Asked[] | undefined {
  if (isInOrder(asked)) return undefined;
  const inOrder = byTurnover(asked);
  const opens = new Set<Feed>();
  const reducing: Asked[] = [];
  const rest: Asked[] = [];
  for (const one of inOrder) {
    if (!one.reduces) opens.add(one.feed);
    (opens.has(one.feed) ? rest : reducing).push(one);
  }
  const arranged = [...reducing, ...rest];
  return arranged.every((one, i) => one === asked[i]) ? undefined : arranged;
}

/** Whether all is for one instrument; or each instrument has one call, by its own hook, and those stand as they are to come, as on most bars. */
function isInOrder(asked: readonly Asked[]): boolean {
  const [first] = asked;
  let same = true;
  let inOrder = first === undefined || first.by === first.feed;
  for (let i = 1; i < asked.length; i++) {
    const one = asked[i]!;
    const before = asked[i - 1]!;
    if (one.feed !== before.feed) same = false;
    if (!inOrder) continue;
    // Own hooks are called in the order of their instruments, so that one that comes after another stands for a new one.
    inOrder =
      one.by === one.feed &&
      one.feed.index > before.feed.index &&
      (one.reduces === before.reduces ? moreTraded(before.feed, one.feed) <= 0 : before.reduces);
  }
  return same || inOrder;
}

/** Calls of the own hooks of several instruments that follow each other, by turnover; in their order where two hooks ask for one instrument. */
function byTurnover(asked: readonly Asked[]): readonly Asked[] {
  const inOrder: Asked[] = [];
  for (let from = 0, to = 0; from < asked.length; from = to) {
    const own = asked[from]!.by !== undefined;
    while (to < asked.length && (asked[to]!.by !== undefined) === own) to++;
    const run = asked.slice(from, to);
    const askers = new Map(run.map(({ feed, by }) => [feed, by]));
    const apart = own && run.every(({ feed, by }) => askers.get(feed) === by);
    inOrder.push(...(apart ? run.toSorted((a, b) => (a.by === b.by ? 0 : moreTraded(a.by!, b.by!))) : run));
  }
  return inOrder;
}

/** Bars that are looked at where two instruments traded alike. */
const MOST_BARS = 256;

/**
 * The instrument whose last closed bar was worth more comes first; of equals the one with the higher prices, then the same of the bar before. Only what is
 * known by now decides, and no name.
 */
function moreTraded(a: Feed, b: Feed): number {
  for (let ago = 0; ago < MOST_BARS; ago++) {
    const i = a.closed - ago;
    const j = b.closed - ago;
    if (i < 0 || j < 0) break;
    const worth =
      b.close[j]! * b.volume[j]! * b.instrument.multiplier - a.close[i]! * a.volume[i]! * a.instrument.multiplier;
    const by =
      worth || b.close[j]! - a.close[i]! || b.open[j]! - a.open[i]! || b.high[j]! - a.high[i]! || b.low[j]! - a.low[i]!;
    if (by !== 0 && by === by) return by;
  }
  return (
    b.closed - a.closed || b.instrument.multiplier - a.instrument.multiplier || a.instrument.lot - b.instrument.lot
  );
}
