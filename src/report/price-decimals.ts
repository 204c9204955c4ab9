const MOST = 10;
/** Half a step of a single-precision number: what a file written from those adds to a price. */
const SINGLE_PRECISION = 2 ** -24;

/**
 * Decimals at which the prices of the columns are quoted: the fewest that tell every price from its rounding. What is closer
 * than single precision can tell counts as equal, since many files were written from such numbers: 1455.219971 is 1455.22.
 */
export function priceDecimals(columns: readonly ArrayLike<number>[]): number {
  let decimals = 0;
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const price = column[i]!;
      if (!Number.isFinite(price)) continue;
      while (decimals < MOST && !isQuotedAt(price, decimals)) decimals++;
    }
  }
  return decimals;
}

function isQuotedAt(price: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.abs(Math.round(price * scale) / scale - price) <= Math.abs(price) * SINGLE_PRECISION;
}
