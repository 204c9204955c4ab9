import type { SeededRandom } from "../../primitives/random.ts";

/**
 * Fills `draw` with places of a column of that length: blocks that begin anywhere and go on around the end, each as long as chance has it, `block`
 * on average. What follows each other in the column mostly follows each other in the draw, so that streaks stay streaks.
 *
 * Source: D. N. Politis and J. P. Romano, "The Stationary Bootstrap", Journal of the American Statistical Association, 1994.
 */
export function drawBlocks(draw: Int32Array, length: number, block: number, random: SeededRandom): void {
  let place = 0;
  for (let i = 0; i < draw.length; i++) {
    const fresh = i === 0 || random.next() * block < 1;
    place = fresh ? Math.floor(random.next() * length) : place + 1 === length ? 0 : place + 1;
    draw[i] = place;
  }
}

/** A usual mean length of blocks: the cube root of the length, rounded, at least 1. */
export function usualBlock(length: number): number {
  return Math.max(1, Math.round(Math.cbrt(length)));
}
