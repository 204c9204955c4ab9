/**
 * The ends of bars moved outwards by up to a thousandth, each a little differently, so that no two are equal and no two moves
 * are.
 */
export function apart<Prices extends Float64Array | number[]>(prices: Prices, side: 1 | -1): Prices {
  const turn = side > 0 ? 0.618_033_988 : 0.754_877_666;
  return prices.map((price, i) => price + side * 0.001 * ((i * turn) % 1)) as Prices;
}
