import type { PriceFormatCustom } from "lightweight-charts";
import { numberText, percentText, shortText } from "./number-text.ts";

/** Digits of the largest number on an axis of prices. */
const DIGITS = 4;
/** From here on a number is written short: its zeros would take the room of the chart. */
const LARGE = 1e7;
/** Most decimals of a short number and of a percentage. */
const MOST = 3;

/** Prices on an axis: a few digits are enough to read a level by. */
export function priceFormat(values: Float64Array, decimals: number): PriceFormatCustom {
  const digits = axisDecimals(values, decimals);
  const text = (value: number) => numberText(value, digits).replace(/\.0+$/, "");
  return numberFormat(text, 10 ** -digits);
}

/** How many decimals of a number the axis of these values shows, at most `most`. */
export function axisDecimals(values: Float64Array, most: number): number {
  const largest = values.reduce((size, value) => (Math.abs(value) > size ? Math.abs(value) : size), 0);
  return largest > 0 ? Math.min(most, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(largest)))) : most;
}

/** Money on an axis, or what one unit of it became. */
export function moneyFormat(decimals = 0): PriceFormatCustom {
  return numberFormat((value) => numberText(value, decimals), 10 ** -decimals);
}

/** Drawdowns on an axis: nothing stands above the peak. */
export const DRAWDOWN_FORMAT: PriceFormatCustom = {
  type: "custom",
  minMove: 0.0001,
  formatter: (value) => percentText(value, 1),
  tickmarksFormatter(values) {
    const texts = unlike(values, percentText);
    return texts.map((text, i) => (values[i]! > 0 && /[1-9]/.test(text) ? "" : text));
  },
};

function numberFormat(text: (value: number) => string, minMove: number): PriceFormatCustom {
  const isLarge = (value: number) => Math.abs(value) >= LARGE;
  return {
    type: "custom",
    minMove,
    formatter: (value) => (isLarge(value) ? shortText(value, MOST) : text(value)),
    tickmarksFormatter: (values) => (values.some(isLarge) ? unlike(values, shortText) : values.map(text)),
  };
}

/** Values with as few decimals as tell them apart. */
function unlike(values: readonly number[], write: (value: number, decimals: number) => string): string[] {
  for (let decimals = 0; ; decimals++) {
    const texts = values.map((value) => write(value, decimals));
    if (decimals === MOST || new Set(texts).size === values.length) return texts;
  }
}
