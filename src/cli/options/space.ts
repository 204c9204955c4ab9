import { metrics } from "../../metrics/catalog.ts";
import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Param, ParamSpecs } from "../../primitives/param.ts";
import { between, range } from "../../research/space/axis.ts";
import type { SpaceDefinition } from "../../research/space/param-space.ts";
import type { Sampling } from "../../research/space/sampling.ts";
import { suggestionText, nearestNames } from "../../primitives/nearest-names.ts";
import type { WrittenParam } from "./values.ts";
import { parseParamValue } from "../../primitives/parse-text.ts";

const RANGE = /^(?<first>[^:]+?)\.\.(?<last>[^:]+?)(?::(?<rest>[^:]+))?$/;

/** Help of `--param` for commands that try several values. */
export const SPACE_HELP = {
  shortHelp: "values to try, such as fast=5..50:5 or fast=5,10,20; repeat for more parameters",
  full: "values to try: a list (fast=5,10,20), a range with a step (fast=5..50:5), or any number in a range (width=1..3, or width=0.1..10:log on a logarithmic scale); repeat for more parameters",
};

/**
 * Parses the values to try of each parameter. `fast=5..50:5` is a range with a step, 1 by default for integers. `width=1..3` is any number
 * from 1 to 3. `kind=sma,ema` is a list. Throws USAGE, with the parameters of the strategy, if none is given.
 */
export function spaceOption(specs: ParamSpecs, written: readonly WrittenParam[], strategy: string): SpaceDefinition {
  if (written.length === 0) throw missingSpaceError(specs, strategy);
  const specOf = (name: string) => (Object.hasOwn(specs, name) ? specs[name] : undefined);
  return Object.fromEntries(written.map(({ name, text }) => [name, parseValues(name, specOf(name), text)]));
}

function missingSpaceError(specs: ParamSpecs, strategy: string): HindcastError {
  const known = Object.keys(specs);
  const has = known.length === 0 ? "no parameters" : known.join(", ");
  const message = `--param is missing: give values to try, such as --param NAME=5,10,20; ${strategy} has ${has}`;
  return new HindcastError("USAGE", message, { known });
}

function parseValues(name: string, spec: Param | undefined, text: string): SpaceDefinition[string] {
  const interval = spec?.kind === "integer" || spec?.kind === "number" ? RANGE.exec(text)?.groups : undefined;
  if (interval !== undefined) {
    const [first, last] = [parseRangeNumber(name, interval["first"]!), parseRangeNumber(name, interval["last"]!)];
    if (first > last) throw parameterError(`--param ${name}`, "numbers from low to high, as in 5..50", text);
    const { rest } = interval;
    if (rest === "log" && spec!.kind === "integer") {
      const mustBe = "a list or a range such as 5..50:5, since the parameter takes only whole numbers";
      throw parameterError(`--param ${name}`, mustBe, text);
    }
    const step = rest === undefined || rest === "log" ? rest : parseRangeNumber(name, rest);
    try {
      if (step === "log") return between(first, last, "log");
      return step === undefined && spec!.kind === "number" ? between(first, last) : range(first, last, step);
    } catch (error) {
      // The new message names the parameter, since a command may have several --param.
      const { parameter, mustBe, was } = (error as HindcastError).details;
      throw parameterError(`${String(parameter)} of --param ${name}`, String(mustBe), was);
    }
  }
  const words = spec?.kind === "choice" ? splitChoices(spec.choices, text) : text.split(",");
  return words.map((each) => parseParamValue(spec, each));
}

/** Splits a text at its commas, except within a choice that contains commas. The longest matching choice is taken. */
function splitChoices(choices: readonly string[], text: string): readonly string[] {
  const pieces = text.split(",");
  const words: string[] = [];
  for (let from = 0; from < pieces.length;) {
    let to = pieces.length;
    while (to > from + 1 && !choices.includes(pieces.slice(from, to).join(","))) to--;
    words.push(pieces.slice(from, to).join(","));
    from = to;
  }
  return words;
}

function parseRangeNumber(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw parameterError(`--param ${name}`, "numbers as in 5..50 or 5..50:5", text);
}

/** Parses `random:200`, `sobol:128` or `grid`. */
export function samplesOption(text: string): Sampling {
  const [kind, count, more] = text.split(":");
  if (text === "grid") return "grid";
  const number = Number(count);
  if (Number.isSafeInteger(number) && number > 0 && more === undefined) {
    if (kind === "random") return { random: number };
    if (kind === "sobol") return { sobol: number };
  }
  throw parameterError("--samples", "random:COUNT, sobol:COUNT or grid", text);
}

function knownMetric(name: string): string {
  if (Object.hasOwn(metrics, name)) return name;
  const near = nearestNames(name, Object.keys(metrics));
  const message = `--objective must be a name of "hindcast list metrics", was ${JSON.stringify(name)}${suggestionText(near)}`;
  throw new HindcastError("PARAMETER_UNKNOWN", message, { metric: name, near });
}

/** Checks that a metric has a better direction, higher or lower, and returns its name. */
function directedMetric(text: string): string {
  const name = knownMetric(text);
  if (metrics[name]!.better !== "neither") return name;
  const mustBe = `a metric that is better high or low, or lowest:${name} or highest:${name}`;
  throw parameterError("--objective", mustBe, name);
}

/** Parses the metric of `--objective`. A metric without a better direction needs `lowest:` or `highest:` in front. */
export function objectiveOption(text: string): string | { metric: string; direction: "highest" | "lowest" } {
  const [first, metric, more] = text.split(":");
  if (metric === undefined) return directedMetric(text);
  if ((first === "lowest" || first === "highest") && more === undefined)
    return { metric: knownMetric(metric), direction: first };
  throw parameterError("--objective", "a metric, or lowest:METRIC or highest:METRIC", text);
}
