import type { PriceBasis } from "../../market/corporate-action.ts";
import type { ActionRow } from "./action-rows.ts";
import { shortestCash } from "./shortest-cash.ts";

/** A day with its close, its adjusted close, and the ratio of a split on that day. */
export interface AdjustedDay extends ActionRow {
  readonly close: number;
  readonly adjClose: number;
}

/** Days with one factor between close and adjusted close. */
interface Segment {
  /** First day, on which the actions took effect that separate it from the segment before. */
  readonly exDate: number;
  readonly ratio: number;
  lastClose: number;
  /** Mean factor, and the largest error of one, from the decimals of both prices. */
  factor: number;
  noise: number;
  /** Mean relative error of a factor. */
  error: number;
  days: number;
}

/** Actions derived from closes and adjusted closes, and how exact their dividends are, in cash per unit of the closes. */
export interface RecoveredActions {
  readonly actions: readonly ActionRow[];
  /** Decimals of the adjusted closes, and of closes that are rounded themselves. */
  readonly decimals: { readonly adjClose: number; readonly close: number | undefined };
  /** Largest error of a dividend that these decimals allow. 0 without dividends. */
  readonly error: number;
  /** Amount below which a dividend may be taken for rounding and be missing. */
  readonly ignored: number;
}

/**
 * Derives splits and dividends from closes and adjusted closes. Each change of their quotient is a dividend, whose cash is the close before
 * it × (1 − factor before ÷ factor after). If closes are as traded, a change that fits a simple split ratio and the change of the close is
 * a split. Changes that the decimals of the prices explain are ignored. The result states what this rounding means for the dividends.
 */
export function recoverActions(days: readonly AdjustedDay[], basis: PriceBasis): RecoveredActions {
  const sorted = days
    .filter(({ close, adjClose }) => close > 0 && adjClose > 0)
    .toSorted((a, b) => a.exDate - b.exDate);
  // Closes as traded are exact; adjusted ones are rounded.
  const decimals = {
    adjClose: decimalsIn(sorted.map((day) => day.adjClose)),
    close: basis === "raw" ? undefined : decimalsIn(sorted.map(({ close }) => close)),
  };
  const closeStep = decimals.close === undefined ? 0 : stepOf(decimals.close);
  const adjustedStep = stepOf(decimals.adjClose);
  const segments: Segment[] = [];
  let ignored = 0;
  for (const { exDate, close, adjClose, ratio } of sorted) {
    const factor = adjClose / close;
    const rounding = closeStep / close + adjustedStep / adjClose;
    const noise = factor * rounding;
    const last = segments.at(-1);
    const split = basis === "raw" ? splitBetween(last, close, factor, ratio) : 1;
    const margin = last === undefined ? 0 : 1.5 * (noise + last.noise / last.days);
    if (last !== undefined && split === 1 && Math.abs(factor - last.factor) <= margin) {
      ignored = Math.max(ignored, last.lastClose * (margin / factor + rounding + last.error));
      last.factor += (factor - last.factor) / ++last.days;
      last.error += (rounding - last.error) / last.days;
      last.lastClose = close;
      continue;
    }
    segments.push({ exDate, ratio: split, lastClose: close, factor, noise, error: rounding, days: 1 });
  }
  const found: ActionRow[] = [];
  let error = 0;
  for (let at = segments.length - 1; at > 0; at--) {
    const [before, after] = [segments[at - 1]!, segments[at]!];
    const quotient = (before.factor / after.factor) * after.ratio;
    const cash = shortestCash(before.lastClose * (1 - quotient), before.lastClose * EXACTNESS);
    const relative = quotient * (before.error + after.error);
    if (cash > 0) error = Math.max(error, before.lastClose * relative + closeStep * Math.abs(1 - quotient));
    found.unshift({ exDate: after.exDate, ratio: after.ratio, cash: Math.max(0, cash) });
  }
  // Splits do not change the quotient of closes that are adjusted for them.
  const splits = basis === "raw" ? [] : days.map(({ exDate, ratio }) => ({ exDate, ratio, cash: NaN }));
  return { actions: [...found, ...splits], decimals, error, ignored };
}

/** Largest relative error of an adjusted close, with the amount that is chosen for a dividend. */
const EXACTNESS = 1e-6;

/** Returns the most decimals of a price, at most 8. */
function decimalsIn(prices: readonly number[]): number {
  const decimals = prices.map((price) => (/\.(\d+)/.exec(String(price))?.[1] ?? "").length);
  return decimals.reduce((most, count) => Math.min(8, Math.max(most, count)), 0);
}

/** Returns half of the smallest step between prices of some decimals. */
function stepOf(decimals: number): number {
  return 0.5 * 10 ** -decimals;
}

/** Largest numerator and denominator of a split ratio that a change of closes may show. */
const LARGEST_PART = 20;

/** Returns the stated ratio of a split, or the simple ratio that explains the changes of factor and close; 1 for neither. */
function splitBetween(last: Segment | undefined, close: number, factor: number, stated: number): number {
  if (stated > 0 && stated !== 1) return stated;
  if (last === undefined || stated === 1) return 1;
  const change = factor / last.factor;
  const move = last.lastClose / close;
  if ((change < 1.2 && change > 0.85) || Math.abs(move / change - 1) > 0.25) return 1;
  for (let denominator = 1; denominator <= LARGEST_PART; denominator++) {
    const numerator = Math.round(change * denominator);
    if (numerator > 0 && numerator <= 50 * denominator && Math.abs(numerator / denominator / change - 1) < 0.02)
      return numerator / denominator;
  }
  return 1;
}
