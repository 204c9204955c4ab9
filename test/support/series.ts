/** Returns a function that gives random numbers from 0 to 1. Equal seeds give equal numbers (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns prices that start at 100 and move by up to two percent per bar. One bar in eight does not move. */
export function randomWalk(length: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  const walk = new Float64Array(length);
  let price = 100;
  for (let i = 0; i < length; i++) {
    if (random() >= 0.125) price *= 1 + (random() - 0.5) * 0.04;
    walk[i] = price;
  }
  return walk;
}

/** Bars as columns of numbers. */
export interface BarColumns {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Creates bars with wicks and volumes around a random walk of closes. Loops make it fast, since laws use millions of bars. */
export function randomBars(length: number, seed: number): BarColumns {
  const random = seededRandom(seed + 1);
  const { open, high, low, close } = barsOf(randomWalk(length, seed));
  const volume = new Float64Array(length);
  for (let i = 0; i < length; i++) high[i]! *= 1 + random() * 0.01;
  for (let i = 0; i < length; i++) low[i]! *= 1 - random() * 0.01;
  for (let i = 0; i < length; i++) volume[i] = Math.floor(random() * 1_000_000);
  return { open, high, low, close, volume };
}

/** Creates bars without wicks that close at the given prices and open at the previous close. Their volume is 1000 by default. */
export function barsOf(close: Float64Array, volume = new Float64Array(close.length).fill(1000)): BarColumns {
  const { length } = close;
  const open = new Float64Array(length);
  const high = new Float64Array(length);
  const low = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    open[i] = close[Math.max(0, i - 1)]!;
    high[i] = Math.max(close[i]!, open[i]!);
    low[i] = Math.min(close[i]!, open[i]!);
  }
  return { open, high, low, close, volume };
}

/** Series of prices for which indicators may fail that are correct for ordinary prices. */
export const HARD_SERIES: Readonly<Record<string, (length: number) => Float64Array>> = {
  constant: (length) => new Float64Array(length).fill(100),
  "constant 0.1": (length) => new Float64Array(length).fill(0.1),
  zero: (length) => new Float64Array(length),
  rising: (length) => Float64Array.from({ length }, (_, i) => 10 + i * 0.37),
  falling: (length) => Float64Array.from({ length }, (_, i) => 1000 - i * 0.37),
  "around zero": (length) => Float64Array.from({ length }, (_, i) => 5 * Math.sin(i)),
  "a small wave on a billion": (length) => Float64Array.from({ length }, (_, i) => 1e9 + Math.sin(i / 3)),
  "prices of a ten-millionth": (length) => randomWalk(length, 5).map((price) => price * 1e-9),
  "magnitude 1e-100": (length) => randomWalk(length, 6).map((price) => price * 1e-102),
  "magnitude 1e100": (length) => randomWalk(length, 7).map((price) => price * 1e98),
  "flat stretches": (length) => randomWalk(length, 8).map((_, i, walk) => walk[i - (i % 11)]!),
  "an outlier of 1e12": (length) => randomWalk(length, 9).map((price, i) => (i % 37 === 17 ? 1e12 : price)),
};

/** Returns values whose magnitudes are between 1e-100 and 1e100. */
export function wildMagnitudes(length: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length }, () => (1 + random()) * Number(`1e${Math.floor(random() * 200) - 100}`));
}
