import type { Command } from "commander";
import type { BarFileOptions } from "../../data/bar-file.ts";
import { type ChosenColumns, COLUMN_ROLES } from "../../data/reading/columns.ts";
import { DECIMAL_MARKS } from "../../data/reading/number-cells.ts";
import { STAMPS } from "../../data/reading/stamps.ts";
import { parameterError } from "../../primitives/check.ts";
import { choiceOption } from "./values.ts";

/** What the command line states about a file, because the file does not show it. */
export type ReadingOptions = Pick<BarFileOptions, "columns" | "dateFormat" | "decimal" | "stamped">;

/** Adds the options that state how to read a file. */
export function addReadingOptions(command: Command): Command {
  return command
    .option(
      "--columns <list>",
      'names of all columns of the file in order, such as time,open,high,low,close,-,volume, where - leaves a column out; or only the columns whose names are not recognized, such as "volume=Volume BTC"; or wide, if each column has the closes of one symbol (default: from the header)',
      columnsOption,
    )
    .option(
      "--date-format <format>",
      "format of the times, such as DD/MM/YYYY HH:mm; or seconds, milliseconds, microseconds, nanoseconds or days since 1970, spreadsheet (its day numbers) or iso (default: detected from the times)",
    )
    .option(
      "--decimal <mark>",
      "decimal mark of numbers: point or comma (default: detected from the numbers)",
      choiceOption("--decimal", DECIMAL_MARKS),
    )
    .option(
      "--stamped <where>",
      "whether the times in the file are the start or the end of their bars (default: detected from the times)",
      choiceOption("--stamped", STAMPS),
    );
}

/** Returns the options that were given. */
export function readingOptions({ columns, dateFormat, decimal, stamped }: ReadingOptions): ReadingOptions {
  return {
    ...(columns !== undefined && { columns }),
    ...(dateFormat !== undefined && { dateFormat }),
    ...(decimal !== undefined && { decimal }),
    ...(stamped !== undefined && { stamped }),
  };
}

/** Parses a list of names, or a list of `PART=COLUMN`. Throws PARAMETER_OUT_OF_RANGE for an unknown part. */
function columnsOption(text: string): ChosenColumns {
  if (text === "wide") return text;
  const entries = text.split(",").map((entry) => entry.trim());
  if (entries.every((entry) => !entry.includes("="))) return entries;
  const pairs = entries.map((entry) => {
    const at = entry.indexOf("=");
    const part = entry.slice(0, Math.max(0, at));
    if ((COLUMN_ROLES as readonly string[]).includes(part) && at < entry.length - 1) return [part, entry.slice(at + 1)];
    throw parameterError(
      "--columns",
      `names of columns, or PART=COLUMN, where PART is one of ${COLUMN_ROLES.join(", ")}`,
      text,
    );
  });
  return Object.fromEntries(pairs) as ChosenColumns;
}
