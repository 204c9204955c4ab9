import type { Command } from "commander";

/** A call of the command line, with its command found. */
export interface PlainCall {
  readonly command: Command;
  /** Names of the command, from the program on: `replay control seek`. */
  readonly path: readonly string[];
  /** What is to be parsed. */
  readonly args: readonly string[];
}

/**
 * A call as the program parses it. `help` before any of a command's names asks for the help of that command, at any depth. A name that a group of commands does
 * not have is an error also where help is asked for: the help of the group in its place would look like an answer.
 */
export function plainCall(program: Command, args: readonly string[]): PlainCall {
  const path: string[] = [];
  let command = program;
  let asks = false;
  for (const word of args) {
    // What follows a command that does something is its own.
    if (command.commands.length === 0 || word.startsWith("-")) break;
    if (word === "help") {
      asks = true;
      continue;
    }
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) return { command, path, args: [...path, word] };
    path.push(word);
    command = next;
  }
  return { command, path, args: asks ? [...path, "--help"] : args };
}
