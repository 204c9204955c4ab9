import type { AnyIndicator } from "../indicators/define.ts";
import { indicators } from "../indicators/catalog.ts";
import { anchorOf } from "../market/anchor.ts";
import type { Series } from "../market/market-data.ts";
import { ANCHOR_PERIODS } from "../primitives/anchor-period.ts";
import { parameterError, shown } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { type ParamSpecs, resolveParams } from "../primitives/param.ts";
import { meantText, nearestNames } from "../primitives/nearest-names.ts";
import type { WrittenIndicator } from "./options/indicator.ts";
import { isNumberText, typedValue } from "../primitives/from-text.ts";

const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/** One output of an indicator over bars, named as the indicator was written: `rsi:14`, `macd.signal`. */
export interface NamedColumn {
  readonly name: string;
  readonly values: Column;
}

/**
 * The columns of an indicator as somebody wrote it. `source` is the close and any input of its own takes a field of the bars by name:
 * `correlation:20:other=volume`. An `anchor` takes `session`, which it is unless given, `week`, `month` or `none`: by the exchange's calendar
 * where the series has one. Throws for a name that the catalogue does not have, an input without a column, and what the
 * indicator itself refuses.
 */
export function indicatorColumns(written: WrittenIndicator, series: Series): NamedColumn[] {
  const indicator = Object.hasOwn(indicators, written.name) ? indicators[written.name]! : undefined;
  if (indicator === undefined) throw unknown(written.name);
  const inputs = inputsOf(indicator, written, series);
  const names = indicator.spec.inputs as readonly string[];
  const params = written.named.filter(([name]) => !names.includes(name));
  const specs = indicator.spec.params as ParamSpecs;
  // Where they are put together by assignment `__proto__` would be lost, and nothing said.
  const foreign = params.filter(([name]) => name !== "compat" && !Object.hasOwn(specs, name));
  resolveParams(written.name, specs, Object.fromEntries(foreign));
  const byPlace = Object.keys(specs).filter((name) => "min" in specs[name]!);
  const twice = byPlace.slice(0, written.numbers.length).find((place) => params.some(([name]) => name === place));
  if (twice !== undefined)
    throw parameterError(`--indicator ${written.text}: ${twice}`, "given once", "given by position and by name");
  const result: unknown = indicator(
    ...inputs,
    ...written.numbers.map((text) => numberOf(written, text)),
    Object.fromEntries(params.map(([name, text]) => [name, typedValue(specs[name], text)])),
  );
  if (result instanceof Float64Array) return [{ name: written.text, values: result }];
  return Object.entries(result as Readonly<Record<string, Column>>).map(([output, values]) => ({
    name: `${written.text}.${output}`,
    values,
  }));
}

function inputsOf({ spec }: AnyIndicator, { text, named }: WrittenIndicator, { bars, calendar }: Series): Column[] {
  return (spec.inputs as readonly string[]).map((input) => {
    const given = named.find(([name]) => name === input)?.[1];
    if (input === "anchor") {
      const period = ANCHOR_PERIODS.find((one) => one === (given ?? "session"));
      if (period !== undefined) return anchorOf(bars, period, calendar);
      throw parameterError(`--indicator ${text}: anchor`, `one of ${ANCHOR_PERIODS.join(", ")}`, given);
    }
    const field = given ?? (input === "source" ? "close" : input);
    const known = FIELDS.find((one) => one === field);
    if (known === undefined)
      throw parameterError(
        `--indicator ${text}: ${input}`,
        `given as ${input}=FIELD, one of ${FIELDS.join(", ")}`,
        field,
      );
    return bars[known];
  });
}

function numberOf({ text }: WrittenIndicator, number: string): number {
  if (isNumberText(number)) return Number(number);
  throw parameterError(`--indicator ${text}`, "numbers, or PARAM=VALUE, after colons", number);
}

function unknown(name: string): HindcastError {
  const known = Object.keys(indicators).toSorted();
  return new HindcastError(
    "INDICATOR_UNKNOWN",
    `indicator must be a name of "hindcast list indicators", was ${shown(name)}${meantText(nearestNames(name, known))}`,
    { indicator: name, known },
  );
}
