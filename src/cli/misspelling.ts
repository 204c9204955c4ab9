import { CommanderError } from "commander";
import { meantText, nearestNames } from "./nearest-names.ts";
import type { PlainCall } from "./plain-call.ts";

/** What commands that read data have no option for, and where it comes from. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["--calendar", "a file has no calendar, a recording has that of hindcast import --calendar"],
]);

/**
 * Where an option is said to be missing, and one was given that the command does not have: most likely that is the one. An option for what comes from
 * elsewhere is told from where.
 */
export function misspelling(error: unknown, { command, args }: PlainCall): CommanderError | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  const isMissing = error.code === "commander.missingMandatoryOptionValue";
  if (!isMissing && error.code !== UNKNOWN) return undefined;
  const known = command.options.flatMap(({ long }) => long ?? []);
  const strange = args
    .map((arg) => arg.replace(/=.*/s, ""))
    .find((arg) => arg.startsWith("--") && !known.includes(arg));
  if (strange === undefined || strange === "--") return undefined;
  const elsewhere = known.includes("--data") ? ELSEWHERE.get(strange) : undefined;
  if (elsewhere !== undefined) return unknown(error, `'${strange}': ${elsewhere}`);
  return isMissing ? unknown(error, `'${strange}'${meantText(nearestNames(strange, known, 1))}`) : undefined;
}

const UNKNOWN = "commander.unknownOption";

function unknown({ exitCode }: CommanderError, text: string): CommanderError {
  return new CommanderError(exitCode, UNKNOWN, `unknown option ${text}`);
}
