import { firstFinite, missingColumn, growColumn, type Column } from "./column.ts";
import { finite as finiteOf } from "./numbers.ts";
import { blockStrip, stripEnd, wholeBlocks } from "./strips.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const finite = finiteOf;

// Mispredicted branches cost more than the rest of the loop, so extremes are selected without branches:
// `pick[0] = a; pick[1] = b; a = pick[Number(b > a)]` equals `a = b > a ? b : a`.
// Missing values never win a comparison. They make `gap` NaN instead of 0, which is added to every affected extreme.

/** Scratch memory to select one of two numbers without a branch. */
const pick = new Float64Array(12);

/** Writes the highest of the last `period` values; NaN if one of them is not finite. Computes by blocks as `blockSum` does. */
export function blockMax(input: Column, period: number, out: Column): void {
  blockExtreme(input, 1, period, out);
}

/** Writes the lowest of the last `period` values; NaN if one of them is not finite. Computes by blocks as `blockSum` does. */
export function blockMin(input: Column, period: number, out: Column): void {
  blockExtreme(input, -1, period, out);
}

function blockExtreme(input: Column, sign: 1 | -1, period: number, out: Column): void {
  const length = input.length;
  const first = firstFinite([input]);
  out.fill(NaN, 0, Math.min(first + period - 1, length));
  const wholeEnd = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < wholeEnd; start += strip)
    extremesOfBlocks(input, start, stripEnd(start, wholeEnd, strip), sign, period, out);
  let prefix = -Infinity;
  for (let i = wholeEnd | 0; i < length; i++) {
    prefix = Math.max(prefix, finite(input[i]) * sign);
    out[i] = Math.max(out[i] * sign, prefix) * sign + 0;
  }
}

/** Computes whole blocks from `start` up to but not including `end`, and stores what the next block needs. */
function extremesOfBlocks(input: Column, start: number, end: number, sign: 1 | -1, period: number, out: Column): void {
  const length = input.length;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    let prefix = -Infinity;
    let suffix = -Infinity;
    let gap = 0;
    let suffixGap = 0;
    for (let i = block | 0, back = last, slot = (last + period - 1) | 0; i < last; i++, back--, slot--) {
      const value = input[i] * sign;
      const other = input[back] * sign;
      const stored = out[i] * sign;
      gap += value - value;
      suffixGap += other - other;
      pick[0] = prefix;
      pick[1] = value;
      prefix = pick[Number(value > prefix)];
      pick[2] = suffix;
      pick[3] = other;
      suffix = pick[2 + Number(other > suffix)];
      pick[4] = stored;
      pick[5] = prefix;
      out[i] = (pick[4 + Number(prefix > stored)] + gap) * sign + 0;
      if (slot < length) out[slot] = (suffix + suffixGap) * sign;
    }
    const value = input[last] * sign;
    out[last] = (Math.max(prefix, value) + (gap + (value - value))) * sign + 0;
  }
}

/**
 * Writes the highest of `upper` and the lowest of `lower` over the last `period` bars in one pass. A bar is missing if one of the three
 * columns is not finite there; pass `upper` or `lower` as `gaps` if no other column matters.
 */
export function blockExtremes(
  upper: Column,
  lower: Column,
  gaps: Column,
  period: number,
  highest: Column,
  lowest: Column,
): void {
  const length = upper.length;
  const first = firstFinite([upper, lower, gaps]);
  highest.fill(NaN, 0, Math.min(first + period - 1, length));
  lowest.fill(NaN, 0, Math.min(first + period - 1, length));
  const wholeEnd = wholeBlocks(first, length, period);
  const strip = blockStrip(period);
  for (let start = first; start < wholeEnd; start += strip)
    bothOfBlocks(upper, lower, gaps, start, stripEnd(start, wholeEnd, strip), period, highest, lowest);
  let high = -Infinity;
  let low = Infinity;
  let gap = 0;
  for (let i = wholeEnd | 0; i < length; i++) {
    const span = upper[i] - lower[i] + gaps[i];
    gap += span - span;
    high = Math.max(high, upper[i]);
    low = Math.min(low, lower[i]);
    highest[i] = Math.max(highest[i], high) + gap;
    lowest[i] = Math.min(lowest[i], low) + gap;
  }
}

/**
 * Computes whole blocks from `start` up to but not including `end`, and stores what the next block needs. Processes two bars per iteration,
 * since V8 checks each column once per iteration. The second one may be the block's last bar, which is overwritten afterwards.
 */
function bothOfBlocks(
  upper: Column,
  lower: Column,
  gaps: Column,
  start: number,
  end: number,
  period: number,
  highest: Column,
  lowest: Column,
): void {
  const length = upper.length;
  for (let block = start | 0; block < end; block += period) {
    const last = (block + period - 1) | 0;
    let high = -Infinity;
    let low = Infinity;
    let gap = 0;
    let suffixHigh = -Infinity;
    let suffixLow = Infinity;
    for (let i = block | 0, back = last, slot = (last + period - 1) | 0; i < last; i += 2, back -= 2, slot -= 2) {
      const up = upper[i];
      const down = lower[i];
      const span = up - down + gaps[i];
      gap += span - span;
      pick[0] = high;
      pick[1] = up;
      high = pick[Number(up > high)];
      pick[2] = low;
      pick[3] = down;
      low = pick[2 + Number(down < low)];
      const backUp = upper[back];
      const backDown = lower[back];
      pick[4] = suffixHigh;
      pick[5] = backUp;
      suffixHigh = pick[4 + Number(backUp > suffixHigh)];
      pick[6] = suffixLow;
      pick[7] = backDown;
      suffixLow = pick[6 + Number(backDown < suffixLow)];
      const storedHigh = highest[i];
      const storedLow = lowest[i];
      pick[8] = storedHigh;
      pick[9] = high;
      pick[10] = storedLow;
      pick[11] = low;
      highest[i] = pick[8 + Number(high > storedHigh)] + gap;
      lowest[i] = pick[10 + Number(low < storedLow)] + gap;
      if (slot < length) {
        highest[slot] = suffixHigh;
        lowest[slot] = suffixLow;
      }

      const up2 = upper[i + 1];
      const down2 = lower[i + 1];
      const span2 = up2 - down2 + gaps[i + 1];
      gap += span2 - span2;
      pick[0] = high;
      pick[1] = up2;
      high = pick[Number(up2 > high)];
      pick[2] = low;
      pick[3] = down2;
      low = pick[2 + Number(down2 < low)];
      const backUp2 = upper[back - 1];
      const backDown2 = lower[back - 1];
      pick[4] = suffixHigh;
      pick[5] = backUp2;
      suffixHigh = pick[4 + Number(backUp2 > suffixHigh)];
      pick[6] = suffixLow;
      pick[7] = backDown2;
      suffixLow = pick[6 + Number(backDown2 < suffixLow)];
      const storedHigh2 = highest[i + 1];
      const storedLow2 = lowest[i + 1];
      pick[8] = storedHigh2;
      pick[9] = high;
      pick[10] = storedLow2;
      pick[11] = low;
      highest[i + 1] = pick[8 + Number(high > storedHigh2)] + gap;
      lowest[i + 1] = pick[10 + Number(low < storedLow2)] + gap;
      if (slot <= length) {
        highest[slot - 1] = suffixHigh;
        lowest[slot - 1] = suffixLow;
      }
    }
    const span = upper[last] - lower[last] + gaps[last];
    gap += span - span;
    highest[last] = Math.max(high, upper[last]) + gap;
    lowest[last] = Math.min(low, lower[last]) + gap;
    if (gap !== 0) markMissing(upper, lower, gaps, last, period, highest, lowest);
  }
}

/** Sets NaN for the windows of the next block that contain a missing bar of the block that ends at `last`. */
function markMissing(
  upper: Column,
  lower: Column,
  gaps: Column,
  last: number,
  period: number,
  highest: Column,
  lowest: Column,
): void {
  let missing = last;
  while ((upper[missing] - lower[missing] + gaps[missing]) * 0 === 0) missing--;
  highest.fill(NaN, last, missing + period);
  lowest.fill(NaN, last, missing + period);
}

/** Streaming form of `blockMax` (`sign` 1) and `blockMin` (`sign` -1), with bit-identical results. */
export class BlockExtreme {
  declare readonly sign: 1 | -1;
  declare readonly period: number;
  /** Signed values of the current block before index `at`; from there on, suffix maxima of the previous block. */
  declare block: Column;
  at = 0;
  prefix = -Infinity;
  /** Index at which `update` calls `#reachStop`: the end of the block or of the allocated memory; -1 before the first value. */
  stop = -1;
  /** Result of the last call of `#reachStop`. Reading a field is faster than returning a number from a call. */
  last = NaN;

  constructor(sign: 1 | -1, period: number) {
    this.sign = sign;
    this.period = period;
    this.block = missingColumn(Math.min(period, 64));
  }

  /** Returns the extreme after `value`, without changing the state. */
  peek(value: number): number {
    const prefix = Math.max(this.prefix, finite(value) * this.sign);
    const best = this.at === this.period - 1 ? prefix : Math.max(this.block[this.at + 1], prefix);
    return best * this.sign + 0;
  }

  /** Adds a value and returns the extreme of its window; NaN until there are `period` values. */
  update(value: number): number {
    const at = this.at;
    const signed = finite(value) * this.sign;
    this.block[at] = signed;
    if (at >= this.stop) {
      this.#reachStop();
      return this.last;
    }
    this.at = at + 1;
    this.prefix = Math.max(this.prefix, signed);
    return Math.max(this.block[at + 1], this.prefix) * this.sign + 0;
  }

  #reachStop(): void {
    const { block, period, at } = this;
    const value = block[at];
    if (this.stop < 0 && value !== value) return;
    if (at < period - 1) {
      if (this.stop >= 0) this.block = growColumn(block, period);
      this.stop = this.block.length - 1;
      this.at = at + 1;
      this.prefix = Math.max(this.prefix, value);
      return;
    }
    let suffix = -Infinity;
    for (let i = at; i >= 0; i--) {
      suffix = Math.max(suffix, block[i]);
      block[i] = suffix;
    }
    this.last = suffix * this.sign + 0;
    this.stop = at;
    this.at = 0;
    this.prefix = -Infinity;
  }
}
