import { CommanderError } from "commander";
import { HindcastError, type ErrorDetails } from "../primitives/errors.ts";
import type { Terminal } from "./terminal.ts";

const BAD_INPUT = 1;
const BAD_USAGE = 2;
/** Exit code of a command that was ended by a signal. */
export const INTERRUPTED = 130;

/**
 * Writes an error to standard error in one line and returns its exit code. `help` is the help command that the message of a usage error
 * names.
 */
export function reportFailure(error: unknown, { stderr, env }: Terminal, help = "hindcast help"): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // Commander has already printed the help of a missing command.
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

/** Joins the lines of a text, so that each failure is one line of a log. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

/** Deliberate errors are shown as they are; others are bugs, so their message mentions the stack. */
function failureText(error: unknown): string {
  return isDeliberate(error) ? error.message : `${thrownText(error)} (HINDCAST_DEBUG=1 shows where)`;
}

/** Whether an error was thrown deliberately. A strategy may import another copy of this library, which has its own error class. */
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
  // Includes the code, under which docs/reference/errors.md lists the error.
  return [stack.replace(error.name, `${error.name} [${error.code}]`), ...causesOf(error.cause)];
}

function causesOf(cause: unknown): string[] {
  return stacksOf(cause).map((stack) => `caused by ${stack}`);
}
