import { readFileSync, statSync } from "node:fs";
import type { Command, Option } from "commander";
import { isParameterError, withParameterName } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { nearestNames } from "../../primitives/nearest-names.ts";
import { nonFileKind } from "../../data/file-bytes.ts";
import { choiceOption } from "./values.ts";

/** Where the value of an option was found, the first that has it. */
export type Layer = "flag" | "environment" | "file" | "default";

export interface LayeredValue {
  readonly value: unknown;
  readonly from: Layer;
}

/** The variable of the environment that stands for an option: HINDCAST_INITIAL_MARGIN for `--initial-margin`. */
export function variableOf({ long }: Option): string {
  return `HINDCAST_${long!.slice(2).replaceAll("-", "_").toUpperCase()}`;
}

/**
 * What the options of a command are, by the names under which the parser has them: as the flag says, else the environment, else a file of JSON,
 * else the default. Throws SETTING_INVALID for a file that is none and for names in it that no option has, and what the options themselves throw,
 * under the name that the caller wrote.
 */
export function layeredValues(
  command: Command,
  options: readonly Option[],
  env: Readonly<Record<string, string | undefined>>,
  file: string | undefined,
): ReadonlyMap<string, LayeredValue> {
  const names = options.map((option) => option.attributeName());
  const written = file === undefined ? new Map<string, string>() : readFile(file, names);
  return new Map(
    options.map((option): [string, LayeredValue] => {
      const name = option.attributeName();
      const given = command.getOptionValue(name) as unknown;
      if (command.getOptionValueSource(name) === "cli") return [name, { value: given, from: "flag" }];
      const variable = variableOf(option);
      const text = env[variable];
      if (text !== undefined && text !== "")
        return [name, { value: parsed(option, text, variable), from: "environment" }];
      const line = written.get(name);
      if (line !== undefined) return [name, { value: parsed(option, line, `${name} of ${file}`), from: "file" }];
      return [name, { value: given, from: "default" }];
    }),
  );
}

/** The value that a text stands for. An error names the place in which it was written. */
function parsed(option: Option, text: string, place: string): unknown {
  // A flag without a value is said, or not.
  if (!option.required) return choiceOption(place, ["true", "false"])(text) === "true" ? true : undefined;
  try {
    return option.parseArg === undefined ? text : option.parseArg(text, undefined as never);
  } catch (error) {
    throw isParameterError(error) ? withParameterName(error, place) : error;
  }
}

/** The texts of a file, by name: numbers and booleans are taken as they are spelt. */
function readFile(file: string, names: readonly string[]): ReadonlyMap<string, string> {
  const lines = Object.entries(objectOf(file));
  return new Map(
    lines.map(([name, value]) => {
      if (!names.includes(name)) {
        const near = nearestNames(name, names, 1).map((one) => `; did you mean ${one}?`);
        throw invalid(file, `must name settings only, was ${JSON.stringify(name)}${near.join("")}`, { setting: name });
      }
      if (!["string", "number", "boolean"].includes(typeof value))
        throw invalid(file, `must give ${name} a text, a number or a boolean, was ${JSON.stringify(value)}`, {
          setting: name,
        });
      return [name, String(value)];
    }),
  );
}

function objectOf(file: string): object {
  let content: unknown;
  let other: string | undefined;
  try {
    other = nonFileKind(statSync(file));
    if (other === undefined) content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw invalid(file, `must be a file of JSON, ${(error as Error).message}`, {});
  }
  if (other !== undefined) throw invalid(file, `must be a file of JSON, was ${other}`, {});
  if (typeof content === "object" && content !== null && !Array.isArray(content)) return content;
  throw invalid(file, `must be an object of settings, was ${JSON.stringify(content)}`, {});
}

function invalid(file: string, message: string, details: Readonly<Record<string, string>>): HindcastError {
  return new HindcastError("SETTING_INVALID", `${file} ${message}`, { file, ...details });
}
