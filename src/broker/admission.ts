import type { Feed } from "../market/feed.ts";

/** Command of a hook, with the facts that decide its place in the sequence of acceptance. */
export interface CommandTurn {
  /** Index of the command among all commands of the moment. */
  readonly place: number;
  readonly feed: Feed;
  /** Whether the command only reduces a position or cancels an order. */
  readonly reduces: boolean;
  /** Instrument whose hook queued the command, or undefined for a hook of all instruments. */
  readonly by: Feed | undefined;
}

/** Rule for the sequence in which the commands of one moment are accepted. */
export interface AdmissionRule {
  /** Returns the commands in the sequence of acceptance, or undefined to keep the sequence of the calls. */
  readonly arrange: (this: void, turns: readonly CommandTurn[]) => readonly CommandTurn[] | undefined;
  /**
   * Compares two instruments when orders give no sequence: below 0 if the first comes first, 0 to keep their sequence.
   */
  readonly compare: (this: void, a: Feed, b: Feed) => number;
}

/** Sequence in which the commands of one moment are accepted: reducing commands first, or in the order of the calls. */
export type Admission = "reducing-first" | "as-submitted";

/** Rules for the sequence of acceptance, by the setting's value. */
export const admissions: Readonly<Record<Admission, AdmissionRule>> = {
  "reducing-first": { arrange: reducingFirst, compare: moreTraded },
  "as-submitted": { arrange: () => undefined, compare: () => 0 },
};

/**
 * Accepts for each instrument first the leading commands that only cancel or reduce, then all others in their sequence.
 * Consecutive commands from the hooks of several instruments are sorted by turnover, since the strategy did not choose
 * their sequence. Commands for one instrument keep their sequence.
 */
function reducingFirst(turns: readonly CommandTurn[]): readonly CommandTurn[] | undefined {
  if (isInOrder(turns)) return undefined;
  const inOrder = byTurnover(turns);
  const opens = new Set<Feed>();
  const reducing: CommandTurn[] = [];
  const rest: CommandTurn[] = [];
  for (const one of inOrder) {
    if (!one.reduces) opens.add(one.feed);
    (opens.has(one.feed) ? rest : reducing).push(one);
  }
  const arranged = [...reducing, ...rest];
  return arranged.every((one, i) => one === turns[i]) ? undefined : arranged;
}

/**
 * Whether commands need no sorting, as on most bars: all are for one instrument, or each instrument has one from its
 * own hook, in order.
 */
function isInOrder(turns: readonly CommandTurn[]): boolean {
  const [first] = turns;
  let same = true;
  let inOrder = first === undefined || first.by === first.feed;
  for (let i = 1; i < turns.length; i++) {
    const one = turns[i]!;
    const before = turns[i - 1]!;
    if (one.feed !== before.feed) same = false;
    if (!inOrder) continue;
    // Hooks run in the sequence of the instruments, so a command of a later instrument belongs to a new hook.
    inOrder =
      one.by === one.feed &&
      one.feed.index > before.feed.index &&
      (one.reduces === before.reduces ? moreTraded(before.feed, one.feed) <= 0 : before.reduces);
  }
  return same || inOrder;
}

/**
 * Sorts consecutive commands from the hooks of several instruments by turnover, unless two hooks gave commands for one
 * instrument.
 */
function byTurnover(turns: readonly CommandTurn[]): readonly CommandTurn[] {
  const inOrder: CommandTurn[] = [];
  for (let from = 0, to = 0; from < turns.length; from = to) {
    const own = turns[from]!.by !== undefined;
    while (to < turns.length && (turns[to]!.by !== undefined) === own) to++;
    const run = turns.slice(from, to);
    const hookOf = new Map(run.map(({ feed, by }) => [feed, by]));
    const separate = own && run.every(({ feed, by }) => hookOf.get(feed) === by);
    inOrder.push(...(separate ? run.toSorted((a, b) => (a.by === b.by ? 0 : moreTraded(a.by!, b.by!))) : run));
  }
  return inOrder;
}

/** Number of bars after which two instruments with equal data count as equal. */
const MOST_BARS = 256;

/**
 * Compares two instruments by turnover of the last closed bar, then by prices, then by the bar before. Uses only data
 * known at the time, never names.
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
