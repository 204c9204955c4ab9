/**
 * Moves prices of bars outward by up to a thousandth, each by a different amount, so that no two prices and no two
 * changes are equal.
 */
export function distinctPrices<Prices extends Float64Array | number[]>(prices: Prices, side: 1 | -1): Prices {
  const turn = side > 0 ? 0.618_033_988 : 0.754_877_666;
  return prices.map((price, i) => price + side * 0.001 * ((i * turn) % 1)) as Prices;
}
