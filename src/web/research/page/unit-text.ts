import type { MetricColumn } from "../../../report/research/sweep-payload.ts";
import { numberText, percentText } from "../../report/number-text.ts";

type Unit = MetricColumn["unit"];

const SECOND = 1000;
const SPANS = [
  { size: 365 * 86_400 * SECOND, name: "y", next: 86_400 * SECOND, nextName: "d" },
  { size: 86_400 * SECOND, name: "d", next: 3600 * SECOND, nextName: "h" },
  { size: 3600 * SECOND, name: "h", next: 60 * SECOND, nextName: "m" },
  { size: 60 * SECOND, name: "m", next: SECOND, nextName: "s" },
] as const;

const BY_UNIT: Readonly<Record<Unit, (value: number, moneyDecimals: number) => string>> = {
  fraction: (value) => percentText(value),
  ratio: (value) => numberText(value, Math.abs(value) < 0.0995 && value !== 0 ? 3 : 2),
  money: numberText,
  count: (value) => numberText(value, Number.isInteger(value) ? 0 : 1),
  duration: durationText,
};

/** Formats a value in the unit of its metric, as the command line does. A missing value becomes a dash. */
export function unitText({ unit, moneyDecimals }: Pick<MetricColumn, "unit" | "moneyDecimals">, value: number): string {
  return Number.isFinite(value) ? BY_UNIT[unit](value, moneyDecimals) : "–";
}

/** Formats milliseconds in their two largest units, such as `3y 41d`. */
function durationText(milliseconds: number): string {
  const span = SPANS.find(({ size }) => milliseconds >= size);
  if (span === undefined) return `${Math.floor(milliseconds / SECOND)}s`;
  const rest = Math.floor((milliseconds % span.size) / span.next);
  return `${Math.floor(milliseconds / span.size)}${span.name}${rest === 0 ? "" : ` ${rest}${span.nextName}`}`;
}

/** Formats the value of a parameter in few characters. */
export function choiceText(value: number | string | boolean): string {
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value);
}
