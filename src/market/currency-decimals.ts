/** Decimals of the national currencies that have more or fewer than two (ISO 4217, list one). */
const NATIONAL: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/**
 * Decimals of cryptocurrencies that are quote currencies. No standard defines them. The table has the decimals of the smallest unit, such
 * as the satoshi of bitcoin, limited to eight, which exchanges use (`quoteAssetPrecision` of Binance).
 */
const COINS: Readonly<Record<string, number>> = {
  BTC: 8,
  XBT: 8,
  ETH: 8,
  BNB: 8,
  SOL: 8,
  DOGE: 8,
  DAI: 8,
  FDUSD: 8,
  TUSD: 8,
  BUSD: 8,
  USDT: 6,
  USDC: 6,
  EURC: 6,
  XRP: 6,
  TRX: 6,
};

/**
 * Returns the decimals of a currency: those of the first instrument that trades in it, or those that this file lists. Default: 2, so
 * amounts in an unlisted cryptocurrency are rounded to hundredths unless its instrument sets more decimals.
 */
export function decimalsOf(
  currency: string,
  instruments: readonly { readonly currency: string; readonly currencyDecimals: number }[] = [],
): number {
  const own = instruments.find((instrument) => instrument.currency === currency);
  return own?.currencyDecimals ?? NATIONAL[currency] ?? COINS[currency] ?? 2;
}
