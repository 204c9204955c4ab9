import type { PriceFormatCustom } from "lightweight-charts";
import { numberText, percentText, shortText } from "./number-text.ts";

/** Number of significant digits of the largest number on a price axis. */
const DIGITS = 4;
/** Numbers from this value on are abbreviated to save room. */
const LARGE = 1e7;
/** Maximum number of decimals of abbreviated numbers and of percentages. */
const MAX_DECIMALS = 3;

/** Returns the format of a price axis, whose numbers have few digits. */
export function priceFormat(values: Float64Array, decimals: number): PriceFormatCustom {
  const digits = axisDecimals(values, decimals);
  const text = (value: number) => numberText(value, digits).replace(/\.0+$/, "");
  return numberFormat(text, 10 ** -digits);
}

/** Returns the number of decimals that an axis with these values shows, at most `maxDecimals`. */
export function axisDecimals(values: Float64Array, maxDecimals: number): number {
  const largest = values.reduce((size, value) => (Math.abs(value) > size ? Math.abs(value) : size), 0);
  return largest > 0 ? Math.min(maxDecimals, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(largest)))) : maxDecimals;
}

/** Returns the format of an axis for money or for growth. */
export function moneyFormat(decimals = 0): PriceFormatCustom {
  return numberFormat((value) => numberText(value, decimals), 10 ** -decimals);
}

/** Format of an axis for drawdowns, which hides values above 0. */
export const DRAWDOWN_FORMAT: PriceFormatCustom = {
  type: "custom",
  minMove: 0.0001,
  formatter: (value) => percentText(value, 1),
  tickmarksFormatter(values) {
    const texts = distinctTexts(values, percentText);
    return texts.map((text, i) => (values[i]! > 0 && /[1-9]/.test(text) ? "" : text));
  },
};

function numberFormat(text: (value: number) => string, minMove: number): PriceFormatCustom {
  const isLarge = (value: number) => Math.abs(value) >= LARGE;
  return {
    type: "custom",
    minMove,
    formatter: (value) => (isLarge(value) ? shortText(value, MAX_DECIMALS) : text(value)),
    tickmarksFormatter: (values) => (values.some(isLarge) ? distinctTexts(values, shortText) : values.map(text)),
  };
}

/** Formats values with as few decimals as are needed to tell them apart. */
function distinctTexts(values: readonly number[], format: (value: number, decimals: number) => string): string[] {
  for (let decimals = 0; ; decimals++) {
    const texts = values.map((value) => format(value, decimals));
    if (decimals === MAX_DECIMALS || new Set(texts).size === values.length) return texts;
  }
}
