import { Command, CommanderError, type Option } from "commander";
import { repeatedParameterError } from "../primitives/check.ts";
import { suggestionText, nearestNames } from "../primitives/nearest-names.ts";
import { packageVersion } from "../server/metrics/package-version.ts";
import { COMMANDS } from "./commands/index.ts";
import { reportFailure } from "./failure.ts";
import { addExamples, helpConfiguration } from "./help.ts";
import { dataOption, joinOption } from "./options/data.ts";
import { indicatorOption } from "./options/indicator.ts";
import { paramOption } from "./options/values.ts";
import { hasColor, type Terminal, escapingTerminal, widthOf } from "../report/terminal/terminal.ts";

/**
 * Suggests the option that an unknown one may mean, also if Commander reports a missing required option instead.
 */
function suggestOption(error: unknown, { command, args }: ParsedCall): CommanderError | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  if (error.code !== "commander.missingMandatoryOptionValue" && error.code !== UNKNOWN_OPTION) return undefined;
  const known = command.options.flatMap(({ long }) => long ?? []);
  const wrongOption = args
    .map((arg) => arg.replace(/=.*/s, ""))
    .find((arg) => arg.startsWith("--") && !known.includes(arg));
  if (wrongOption === undefined || wrongOption === "--") return undefined;
  return unknownOptionError(error, `'${wrongOption}'${suggestionText(nearestNames(wrongOption, known, 1))}`);
}

const UNKNOWN_OPTION = "commander.unknownOption";

function unknownOptionError({ exitCode }: CommanderError, text: string): CommanderError {
  return new CommanderError(exitCode, UNKNOWN_OPTION, `unknown option ${text}`);
}

const EXAMPLES = [
  ["hindcast run sma-cross --data prices.csv", "a built-in strategy on your bars"],
  ["hindcast run ./my-strategy.ts --data prices.csv --out out", "writes a report"],
  ["hindcast list strategies", "lists built-in strategies and their parameters"],
  ["hindcast run --help", "shows the options of a command"],
] as const;

/**
 * Runs the command line and returns the exit code: 0 for success, 1 for invalid input, 2 for invalid usage. An error is one line on
 * standard error, followed by its stack if HINDCAST_DEBUG is set.
 */
export async function main(args: readonly string[], rawTerminal: Terminal): Promise<number> {
  const terminal = escapingTerminal(rawTerminal);
  const program = await createProgram(terminal, args[0]);
  const call = parseCall(program, args);
  if (call.all) call.command.configureHelp(helpConfiguration(true));
  try {
    await program.parseAsync(call.args, { from: "user" });
    return 0;
  } catch (error) {
    return reportFailure(suggestOption(error, call) ?? error, terminal, ["hindcast help", ...call.path].join(" "));
  }
}

const VERSION = ["-V", "--version"];

/** Creates the program with the called command, or with all commands if it is unknown. */
export async function createProgram(terminal: Terminal, called = ""): Promise<Command> {
  const { stdout, stderr, env } = terminal;
  const program = new Command("hindcast")
    .description("Backtests trading strategies on recorded bars, and serves recorded markets.")
    .version(packageVersion(), VERSION.join(", "), "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command...]", "print the help of a command")
    .configureHelp(helpConfiguration(false))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
      getOutHasColors: () => hasColor(stdout, env),
      getErrHasColors: () => hasColor(stderr, env),
      // Commander prints no errors, since `reportFailure` prints all errors in one line.
      outputError: () => undefined,
    });
  const definition = COMMANDS.get(called);
  const loads = definition === undefined ? (VERSION.includes(called) ? [] : [...COMMANDS.values()]) : [definition];
  for (const add of await Promise.all(loads.map((load) => load()))) add(program, terminal);
  rejectRepeats(program);
  return addExamples(program, EXAMPLES);
}

/** Parsers of options that may be repeated. Each appends a value to the previous values. */
const REPEATABLE: ReadonlySet<unknown> = new Set([dataOption, indicatorOption, joinOption, paramOption]);

/**
 * Makes commands reject an option that is given twice, unless it collects several values. Commander would silently keep the last value. Flags
 * without a value may be repeated.
 */
function rejectRepeats(program: Command): void {
  for (const command of program.commands) {
    for (const option of command.options) if (takesOneValue(option)) rejectRepeat(command, option);
    rejectRepeats(command);
  }
}

function takesOneValue({ required, optional, parseArg }: Option): boolean {
  return (required || optional) && !REPEATABLE.has(parseArg);
}

function rejectRepeat(command: Command, option: Option): void {
  let count = 0;
  command.on(`option:${option.name()}`, () => {
    count++;
    if (count > 1) throw repeatedParameterError(option.long!);
  });
}

/** A call of the command line and its command. */
interface ParsedCall {
  readonly command: Command;
  /** Full name of the command without the program, such as `replay control seek`. */
  readonly path: readonly string[];
  /** Arguments for Commander's parser. */
  readonly args: readonly string[];
  /** Whether help with all options is requested. */
  readonly all: boolean;
}

const HELP = ["-h", "--help"];
const ALL = "all";

/**
 * Finds the command of a call. `help` before a name requests the help of the command with that name, at any depth. An unknown subcommand
 * is an error even after `help`.
 */
function parseCall(program: Command, args: readonly string[]): ParsedCall {
  const path: string[] = [];
  let command = program;
  let asksForHelp = false;
  let read = 0;
  for (const word of args) {
    // The words after a command without subcommands are arguments of the command.
    if (command.commands.length === 0 || word.startsWith("-") || (asksForHelp && word === ALL)) break;
    read++;
    if (word === "help") {
      asksForHelp = true;
      continue;
    }
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) return { command, path, args: [...path, word], all: false };
    path.push(word);
    command = next;
  }
  const rest = args.slice(read);
  if (asksForHelp) return { command, path, args: [...path, "--help"], all: rest[0] === ALL };
  return { command, path, args, all: rest.some((word, i) => HELP.includes(word) && rest[i + 1] === ALL) };
}
