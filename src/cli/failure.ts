import { CommanderError } from "commander";
import { HindcastError, type ErrorDetails } from "../primitives/errors.ts";
import type { Terminal } from "../report/terminal/terminal.ts";

const BAD_INPUT = 1;
const BAD_USAGE = 2;
/** Exit code of a command that was ended by a signal. */
export const INTERRUPTED = 130;

/**
 * Writes an error to standard error in one line and returns the exit code. `help` is the help command that the message of a usage error
 * names.
 */
export function reportFailure(error: unknown, { stderr, env }: Terminal, help = "hindcast help"): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // For `commander.help`, Commander has already printed the help.
    if (error.code !== "commander.help") stderr.write(`hindcast: ${usageLine(error)}; see ${help}\n`);
    return BAD_USAGE;
  }
  stderr.write(`hindcast: ${oneLine(failureText(error))}\n`);
  if (env["HINDCAST_DEBUG"] === "1") stderr.write(`${stacksOf(error).join("\n")}\n`);
  const code = error instanceof HindcastError ? error.code : undefined;
  return code === "USAGE" ? BAD_USAGE : code === "INTERRUPTED" ? INTERRUPTED : BAD_INPUT;
}

/** Text of any thrown value. */
export function thrownText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return oneLine(error.message === "" ? error.name : `${error.name}: ${error.message}`);
}

/** Joins the lines of a text, so that each error is one line in a log. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

/** Formats an error. The text of an unexpected error says how to show its stack. */
function failureText(error: unknown): string {
  return isDeliberate(error) ? error.message : `${thrownText(error)} (HINDCAST_DEBUG=1 shows where)`;
}

/** Whether an error is a HindcastError. Its class is not compared, since a strategy may import another copy of Hindcast. */
function isDeliberate(error: unknown): error is Error & { readonly code: string; readonly details: ErrorDetails } {
  return error instanceof Error && "details" in error;
}

function usageLine({ message }: CommanderError): string {
  return oneLine(message)
    .replace(/^error: /, "")
    .replace("(Did you mean", "(did you mean")
    .replace(/\.$/, "");
}

function stacksOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const stack = error.stack ?? String(error);
  if (!isDeliberate(error)) return [stack, ...causesOf(error.cause)];
  // The text includes the error's code, under which docs/reference/errors.md lists it.
  return [stack.replace(error.name, `${error.name} [${error.code}]`), ...causesOf(error.cause)];
}

function causesOf(cause: unknown): string[] {
  return stacksOf(cause).map((stack) => `caused by ${stack}`);
}
