import { Command, CommanderError, type Option } from "commander";
import { repeatedParameterError } from "../primitives/check.ts";
import { suggestionText, nearestNames } from "../primitives/nearest-names.ts";
import { packageVersion } from "../server/metrics/package-version.ts";
import { COMMANDS } from "./commands/index.ts";
import { reportFailure } from "./failure.ts";
import { addExamples, helpOf } from "./help.ts";
import { dataOption } from "./options/data.ts";
import { indicatorOption } from "./options/indicator.ts";
import { paramOption } from "./options/values.ts";
import { hasColor, type Terminal, visibleTerminal, widthOf } from "./terminal.ts";

/** What commands that read data have no option for, and where it comes from. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["--calendar", "a file has no calendar, a recording has that of hindcast import --calendar"],
]);

/**
 * Where an option is said to be missing, and one was given that the command does not have: most likely that is the one. An option for what comes from
 * elsewhere is told from where.
 */
function misspelling(error: unknown, { command, args }: PlainCall): CommanderError | undefined {
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
  return isMissing ? unknown(error, `'${strange}'${suggestionText(nearestNames(strange, known, 1))}`) : undefined;
}

const UNKNOWN = "commander.unknownOption";

function unknown({ exitCode }: CommanderError, text: string): CommanderError {
  return new CommanderError(exitCode, UNKNOWN, `unknown option ${text}`);
}

const EXAMPLES = [
  ["hindcast run sma-cross --data prices.csv", "a built-in strategy, your bars"],
  ["hindcast run ./my-strategy.ts --data prices.csv --out out", "and a report"],
  ["hindcast list strategies", "built-in strategies and their parameters"],
  ["hindcast run --help", "the options of a command"],
] as const;

/**
 * The command line: arguments in, text and an exit code out. 0 for success, 1 for input that cannot be used, 2 for a call that the
 * command does not have. What went wrong is one line on standard error, with its stack where HINDCAST_DEBUG is set.
 */
export async function main(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = visibleTerminal(given);
  const program = await programOf(terminal, args[0]);
  const call = plainCall(program, args);
  if (call.all) call.command.configureHelp(helpOf(true));
  try {
    await program.parseAsync(call.args, { from: "user" });
    return 0;
  } catch (error) {
    return reportFailure(misspelling(error, call) ?? error, terminal, ["hindcast help", ...call.path].join(" "));
  }
}

const VERSION = ["-V", "--version"];

/** The command that is called, or all of them where it is none, ready to be called once. */
export async function programOf(terminal: Terminal, called = ""): Promise<Command> {
  const { stdout, stderr, env } = terminal;
  const program = new Command("hindcast")
    .description("Backtests trading strategies on recorded bars, and serves recorded markets.")
    .version(packageVersion(), VERSION.join(", "), "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command...]", "print the help of a command")
    .configureHelp(helpOf(false))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
      getOutHasColors: () => hasColor(stdout, env),
      getErrHasColors: () => hasColor(stderr, env),
      // Said by `reportFailure`, in one line like every other failure.
      outputError: () => undefined,
    });
  const own = COMMANDS.get(called);
  const loads = own === undefined ? (VERSION.includes(called) ? [] : [...COMMANDS.values()]) : [own];
  for (const add of await Promise.all(loads.map((load) => load()))) add(program, terminal);
  refuseRepeats(program);
  return addExamples(program, EXAMPLES);
}

/** The readers that add a value to those before. */
const ADDING: ReadonlySet<unknown> = new Set([dataOption, indicatorOption, paramOption]);

/**
 * Makes every command below a program refuse an option that is given twice, unless its values add up. The parser alone keeps the last
 * value, and the first is lost without a word. A flag without a value says the same twice.
 */
function refuseRepeats(program: Command): void {
  for (const command of program.commands) {
    for (const option of command.options) if (takesOne(option)) refuseRepeat(command, option);
    refuseRepeats(command);
  }
}

function takesOne({ required, optional, parseArg }: Option): boolean {
  return (required || optional) && !ADDING.has(parseArg);
}

function refuseRepeat(command: Command, option: Option): void {
  let given = 0;
  command.on(`option:${option.name()}`, () => {
    given++;
    if (given > 1) throw repeatedParameterError(option.long!);
  });
}

/** A call of the command line, with its command found. */
interface PlainCall {
  readonly command: Command;
  /** Names of the command, from the program on: `replay control seek`. */
  readonly path: readonly string[];
  /** What is to be parsed. */
  readonly args: readonly string[];
  /** Whether help is asked for with all options. */
  readonly all: boolean;
}

const HELP = ["-h", "--help"];
const ALL = "all";

/**
 * A call as the program parses it. `help` before any of a command's names asks for the help of that command, at any depth. A name that a group of commands does
 * not have is an error also where help is asked for: the help of the group in its place would look like an answer.
 */
function plainCall(program: Command, args: readonly string[]): PlainCall {
  const path: string[] = [];
  let command = program;
  let asks = false;
  let read = 0;
  for (const word of args) {
    // What follows a command that does something is its own.
    if (command.commands.length === 0 || word.startsWith("-") || (asks && word === ALL)) break;
    read++;
    if (word === "help") {
      asks = true;
      continue;
    }
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) return { command, path, args: [...path, word], all: false };
    path.push(word);
    command = next;
  }
  const rest = args.slice(read);
  if (asks) return { command, path, args: [...path, "--help"], all: rest[0] === ALL };
  return { command, path, args, all: rest.some((word, i) => HELP.includes(word) && rest[i + 1] === ALL) };
}
