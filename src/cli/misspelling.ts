import { CommanderError } from "commander";
import { meantText, nearestNames } from "./nearest-names.ts";
import type { PlainCall } from "./plain-call.ts";

/** Where an option is said to be missing, and one was given that the command does not have: most likely that is the one. */
export function misspelling(error: unknown, { command, args }: PlainCall): CommanderError | undefined {
  if (!(error instanceof CommanderError) || error.code !== "commander.missingMandatoryOptionValue") return undefined;
  const known = command.options.flatMap(({ long }) => long ?? []);
  const strange = args
    .map((arg) => arg.replace(/=.*/s, ""))
    .find((arg) => arg.startsWith("--") && !known.includes(arg));
  if (strange === undefined || strange === "--") return undefined;
  const meant = meantText(nearestNames(strange, known, 1));
  return new CommanderError(error.exitCode, "commander.unknownOption", `unknown option '${strange}'${meant}`);
}
