import { CommanderError } from "commander";
import { HindcastError, type ErrorDetails } from "../primitives/errors.ts";
import type { Terminal } from "./terminal.ts";

const BAD_INPUT = 1;
const BAD_USAGE = 2;
/** Exit code of a command that a signal ended. */
export const INTERRUPTED = 130;

/** Says on standard error what went wrong, in one line, and returns the exit code for it. `help` is a call that shows what is right. */
export function reportFailure(error: unknown, { stderr, env }: Terminal, help = "hindcast help"): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // The help that stands in for a missing command has been printed already.
    if (error.code !== "commander.help") stderr.write(`hindcast: ${usageLine(error)}; see ${help}\n`);
    return BAD_USAGE;
  }
  stderr.write(`hindcast: ${oneLine(failureText(error))}\n`);
  if (env["HINDCAST_DEBUG"] === "1") stderr.write(`${stacksOf(error).join("\n")}\n`);
  const code = error instanceof HindcastError ? error.code : undefined;
  return code === "USAGE" ? BAD_USAGE : code === "INTERRUPTED" ? INTERRUPTED : BAD_INPUT;
}

/** The name and text of anything that was thrown. */
export function thrownText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return oneLine(error.message === "" ? error.name : `${error.name}: ${error.message}`);
}

/** Text on one line, so that a log has one line a failure. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

/** Errors on purpose say it themselves; any other is a fault of ours, and its stack is worth a look. */
function failureText(error: unknown): string {
  return isOnPurpose(error) ? error.message : `${thrownText(error)} (HINDCAST_DEBUG=1 shows where)`;
}

/** Also an error of another copy of this library, which a strategy may have brought: its class is another. */
function isOnPurpose(error: unknown): error is Error & { readonly code: string; readonly details: ErrorDetails } {
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
  if (!isOnPurpose(error)) return [stack, ...causesOf(error.cause)];
  // With its code, by which docs/reference/errors.md has it.
  return [stack.replace(error.name, `${error.name} [${error.code}]`), ...causesOf(error.cause)];
}

function causesOf(cause: unknown): string[] {
  return stacksOf(cause).map((stack) => `caused by ${stack}`);
}
