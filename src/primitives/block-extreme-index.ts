import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

// Extremes are selected without branches, as in `blockExtremes`, so that speed does not depend on the data. Their indexes are
// integers, so arithmetic selects them exactly.

/** Scratch memory to select one of two numbers without a branch. */
const pick = new Float64Array(4);

/**
 * Writes the highest (`sign` 1) or lowest (`sign` -1) of the last `period` values, and the number of bars since then: 0 for the last bar.
 * Of equal values, the most recent counts. A bar is missing if `input` or `gaps` is not finite there; pass `input` again if no other column
 * matters.
 *
 * Computes by blocks as `blockSum` does: compares the extreme of the end of the previous block with that of the start of the current block, which
 * wins ties.
 */
export function blockExtremeIndex(
  input: Column,
  gaps: Column,
  sign: 1 | -1,
  period: number,
  extreme: Column,
  since: Column,
): void {
  const length = input.length;
  const first = firstFinite([input, gaps]);
  extreme.fill(NaN, 0, Math.min(first + period - 1, length));
  since.fill(NaN, 0, Math.min(first + period - 1, length));
  for (let block = first | 0; block < length; block += period) {
    const last = (block + period - 1) | 0;
    forward(input, gaps, sign, block, last < length ? last + 1 : length, last, extreme, since);
    if (last < length) backward(input, gaps, sign, block, last, extreme, since);
  }
}

/** Computes windows that end in a block: compares its prefix extremes with the suffix extremes that `backward` stored in the outputs. */
function forward(
  input: Column,
  gaps: Column,
  sign: 1 | -1,
  block: number,
  end: number,
  last: number,
  extreme: Column,
  since: Column,
): void {
  let best = -Infinity;
  let place = block;
  let gap = 0;
  for (let i = block | 0; i < end; i++) {
    const value = input[i] * sign;
    const span = value + gaps[i];
    gap += span - span;
    pick[0] = best;
    pick[1] = value;
    const newer = Number(value >= best);
    best = pick[newer];
    place += newer * (i - place);
    if (i === last) {
      extreme[i] = finite(best + gap) * sign + 0;
      since[i] = i - place + gap;
      return;
    }
    const stored = extreme[i];
    pick[2] = stored;
    pick[3] = best;
    const earlier = since[i];
    const own = Number(best >= stored);
    const none = gap + (stored - stored);
    extreme[i] = (pick[2 + own] + none) * sign + 0;
    since[i] = i - (earlier + own * (place - earlier)) + none;
  }
}

/** Stores the suffix extremes of a block and their indexes in the output slots of the next block. */
function backward(
  input: Column,
  gaps: Column,
  sign: 1 | -1,
  block: number,
  last: number,
  extreme: Column,
  since: Column,
): void {
  const length = input.length;
  let best = -Infinity;
  let place = last;
  let gap = 0;
  for (let i = last | 0, slot = (last + (last - block)) | 0; i > block; i--, slot--) {
    const value = input[i] * sign;
    const span = value + gaps[i];
    gap += span - span;
    pick[0] = best;
    pick[1] = value;
    const higher = Number(value > best);
    best = pick[higher];
    place += higher * (i - place);
    if (slot >= length) continue;
    extreme[slot] = best + gap;
    since[slot] = place;
  }
}

/** Streaming form of the bars since the extreme, with bit-identical results. */
export class BlockExtremeIndex {
  declare readonly sign: 1 | -1;
  declare readonly period: number;
  /** Signed values of the current block before index `at`; from there on, suffix extremes of the previous block. */
  declare block: Column;
  /** Indexes of the suffix extremes of the previous block, relative to the start of the current one. */
  declare places: Column;
  at = 0;
  best = -Infinity;
  place = 0;
  gap = 0;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  /** Result of the last call of `#reachStop`. Reading a field is faster than returning a number from a call. */
  last = NaN;

  constructor(sign: 1 | -1, period: number) {
    this.sign = sign;
    this.period = period;
    this.block = missingColumn(Math.min(period, 64));
    this.places = missingColumn(Math.min(period, 64));
  }

  /** Returns the bars since the extreme after `value`, without changing the state. */
  peek(value: number): number {
    const { at, period } = this;
    const signed = value * this.sign;
    const newer = signed >= this.best;
    const gap = this.gap + (value - value);
    const own = at - (newer ? at : this.place) + gap;
    if (at === period - 1) return own;
    const stored = this.block[at + 1];
    return (newer ? signed : this.best) >= stored ? own : at - this.places[at + 1] + gap + (stored - stored);
  }

  /** Adds a value and returns the bars since the extreme; NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    const signed = value * this.sign;
    this.block[at] = signed;
    if (at >= this.stop) {
      this.#reachStop();
      return this.last;
    }
    this.at = at + 1;
    const place = this.#take(signed, at);
    const stored = this.block[at + 1];
    const earlier = this.places[at + 1];
    const own = Number(this.best >= stored);
    return at - (earlier + own * (place - earlier)) + this.gap + (stored - stored);
  }

  #take(signed: number, at: number): number {
    const newer = Number(signed >= this.best);
    pick[0] = this.best;
    pick[1] = signed;
    this.best = pick[newer];
    this.gap += signed - signed;
    return (this.place += newer * (at - this.place));
  }

  #reachStop(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value - value !== 0) return;
    this.#take(value, at);
    if (at < period - 1) {
      if (this.stop >= 0) {
        this.block = growColumn(block, period);
        this.places = growColumn(this.places, period);
      }
      this.stop = this.block.length - 1;
      this.at = at + 1;
      return;
    }
    this.last = at - this.place + this.gap;
    this.#keepSuffixes();
    this.stop = at;
    this.at = 0;
    this.best = -Infinity;
    this.place = 0;
    this.gap = 0;
  }

  #keepSuffixes(): void {
    const { block, places, period } = this;
    let best = -Infinity;
    let place = 0;
    let gap = 0;
    for (let i = this.at; i >= 0; i--) {
      const value = block[i];
      const higher = Number(value > best);
      gap += value - value;
      pick[0] = best;
      pick[1] = value;
      best = pick[higher];
      place += higher * (i - place);
      block[i] = best + gap;
      places[i] = place - period;
    }
  }
}
