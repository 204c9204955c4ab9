import { readFileSync, statSync } from "node:fs";
import type { Command, Option } from "commander";
import { isParameterError, withParameterName } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { nearestNames } from "../../primitives/nearest-names.ts";
import { nonFileKind } from "../../data/file-bytes.ts";
import { choiceOption } from "./values.ts";

/** Source of an option's value. */
export type Layer = "flag" | "environment" | "file" | "default";

export interface LayeredValue {
  readonly value: unknown;
  readonly from: Layer;
}

/** Name of an option's environment variable: HINDCAST_INITIAL_MARGIN for `--initial-margin`. */
export function variableOf({ long }: Option): string {
  return `HINDCAST_${long!.slice(2).replaceAll("-", "_").toUpperCase()}`;
}

/**
 * Returns the values of options by attribute name. Each comes from its flag, else the environment, else a JSON file, else its default.
 *
 * Throws SETTING_INVALID for an invalid file or an unknown name in the file, and an error that names flag, variable or file for a wrong value.
 */
export function layeredValues(
  command: Command,
  options: readonly Option[],
  env: Readonly<Record<string, string | undefined>>,
  file: string | undefined,
): ReadonlyMap<string, LayeredValue> {
  const names = options.map((option) => option.attributeName());
  const written = file === undefined ? new Map<string, string>() : readConfigFile(file, names);
  return new Map(
    options.map((option): [string, LayeredValue] => {
      const name = option.attributeName();
      const value = command.getOptionValue(name) as unknown;
      if (command.getOptionValueSource(name) === "cli") return [name, { value, from: "flag" }];
      const variable = variableOf(option);
      const text = env[variable];
      if (text !== undefined && text !== "")
        return [name, { value: parseText(option, text, variable), from: "environment" }];
      const line = written.get(name);
      if (line !== undefined) return [name, { value: parseText(option, line, `${name} of ${file}`), from: "file" }];
      return [name, { value, from: "default" }];
    }),
  );
}

/** Parses the text of an option. An error names the place of the text: flag, variable or file. */
function parseText(option: Option, text: string, place: string): unknown {
  // An option that needs no value is true or absent.
  if (!option.required) return choiceOption(place, ["true", "false"])(text) === "true" ? true : undefined;
  try {
    return option.parseArg === undefined ? text : option.parseArg(text, undefined as never);
  } catch (error) {
    throw isParameterError(error) ? withParameterName(error, place) : error;
  }
}

/** Reads the settings of a JSON file as texts by name. Numbers and booleans are written as in JSON. */
function readConfigFile(file: string, names: readonly string[]): ReadonlyMap<string, string> {
  const lines = Object.entries(readObject(file));
  return new Map(
    lines.map(([name, value]) => {
      if (!names.includes(name)) {
        const near = nearestNames(name, names, 1).map((one) => `; did you mean ${one}?`);
        throw invalidFile(file, `must name settings only, has ${JSON.stringify(name)}${near.join("")}`, {
          setting: name,
        });
      }
      if (!["string", "number", "boolean"].includes(typeof value))
        throw invalidFile(file, `must set ${name} to a text, a number or a boolean, was ${JSON.stringify(value)}`, {
          setting: name,
        });
      return [name, String(value)];
    }),
  );
}

function readObject(file: string): object {
  let content: unknown;
  let other: string | undefined;
  try {
    other = nonFileKind(statSync(file));
    if (other === undefined) content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw invalidFile(file, `must be a JSON file, ${(error as Error).message}`, {});
  }
  if (other !== undefined) throw invalidFile(file, `must be a JSON file, was ${other}`, {});
  if (typeof content === "object" && content !== null && !Array.isArray(content)) return content;
  throw invalidFile(file, `must be an object of settings, was ${JSON.stringify(content)}`, {});
}

function invalidFile(file: string, message: string, details: Readonly<Record<string, string>>): HindcastError {
  return new HindcastError("SETTING_INVALID", `${file} ${message}`, { file, ...details });
}
