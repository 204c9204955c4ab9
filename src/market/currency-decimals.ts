/** Currencies whose money has other than two decimals (ISO 4217, list one). */
const DECIMALS: Readonly<Record<string, number>> = {
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

/** Decimals of money in a currency: as the first of the instruments that trades in it says, else by its ISO code. */
export function decimalsOf(
  currency: string,
  instruments: readonly { readonly currency: string; readonly currencyDecimals: number }[] = [],
): number {
  const own = instruments.find((instrument) => instrument.currency === currency);
  return own?.currencyDecimals ?? DECIMALS[currency] ?? 2;
}
