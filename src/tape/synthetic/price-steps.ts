/**
 * Ticks in one unit of price, a whole number: a price is a count of ticks divided by it, which gives the very number that its decimals
 * spell.
 */
export function ticksPerUnit({ tick }: { readonly tick: number }): number {
  return Math.round(1 / tick);
}

/** A number of few decimals; halves go up. */
export function rounded(value: number, decimals: number): number {
  let scale = 1;
  for (let i = 0; i < decimals; i++) scale *= 10;
  return Math.round(value * scale) / scale + 0;
}
