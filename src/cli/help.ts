import { type Command, Help, Option } from "commander";

/** Common options, with the text of the short help where it is another. */
const COMMON = new WeakMap<Option, string | undefined>();

/** Marks an option as one that most calls need: `--help` shows these, `--help all` shows all. */
export function asCommon(option: Option, brief?: string): Option {
  COMMON.set(option, brief);
  return option;
}

/** An option that most calls need. */
export function common(flags: string, says: string, parse?: (text: string, before: never) => unknown): Option {
  const option = new Option(flags, says);
  return asCommon(parse === undefined ? option : option.argParser(parse as (text: string, before: unknown) => unknown));
}

/** A call, or a call and what it does. */
type Example = string | readonly [call: string, does: string];

interface HelpEnd {
  readonly examples: readonly Example[];
  /** Paragraphs between the options and the examples. */
  readonly notes: readonly string[];
}

const ENDS = new WeakMap<Command, HelpEnd>();

/** Adds examples to the help of a command, the most useful first: `--help` shows two of them. */
export function addExamples(command: Command, examples: readonly Example[], notes: readonly string[] = []): Command {
  ENDS.set(command, { examples, notes });
  return command;
}

/** How many examples the short help has. */
const SHORT_EXAMPLES = 2;

/** The help of commands: with all options, in their groups, or only with the common ones. */
export function helpOf(all: boolean): Partial<Help> {
  const formatted = (command: Command, helper: Help): string => {
    const { examples, notes } = ENDS.get(command) ?? { examples: [], notes: [] };
    const shown = all || !hasMore(command) ? examples : examples.slice(0, SHORT_EXAMPLES);
    const width = helper.helpWidth ?? WIDTH;
    const blocks = [
      Help.prototype.formatHelp.call(helper, command, helper).trimEnd(),
      ...notes.map((note) => helper.boxWrap(note, width)),
      ...(shown.length === 0 ? [] : [["Examples:", ...shown.flatMap(exampleLines)].join("\n")]),
      ...(all || !hasMore(command)
        ? []
        : [`${helper.commandUsage(command).split(" [")[0]} --help all lists all options.`]),
    ];
    return `${blocks.join("\n\n")}\n`;
  };
  return {
    minWidthToWrap: 20,
    formatHelp: formatted,
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentText)].join(" "),
    ...(!all && {
      visibleOptions: (command) => Help.prototype.visibleOptions.call(new Help(), command).filter(isShownIn(command)),
      optionDescription: (option) => COMMON.get(option) ?? Help.prototype.optionDescription.call(new Help(), option),
      groupItems,
    }),
  };
}

function argumentText(argument: Command["registeredArguments"][number]): string {
  const text = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}

/** Whether a command has options that its short help leaves out. */
function hasMore({ options }: Command): boolean {
  return options.some((option) => COMMON.has(option)) && !options.every(isCommon);
}

function isCommon(option: Option): boolean {
  return option.mandatory || COMMON.has(option);
}

function isShownIn(command: Command): (option: Option) => boolean {
  const more = hasMore(command);
  return (option) => !more || isCommon(option) || !command.options.includes(option);
}

/** Common options are few enough for one list. */
function groupItems<T extends Command | Option>(_: T[], shown: T[], getGroup: (item: T) => string): Map<string, T[]> {
  if (shown.length === 0) return new Map();
  return new Map([[shown[0] instanceof Option ? "Options:" : getGroup(shown[0]!), shown]]);
}

const WIDTH = 80;

/** Lines of an example, broken before options where one line is too long. */
function exampleLines(example: Example): readonly string[] {
  const [call, does] = typeof example === "string" ? [example, undefined] : example;
  const lines = [""];
  for (const part of call.split(/ (?=--|"|>)/)) {
    const line = lines.at(-1)!;
    if (line === "") lines[0] = `  ${part}`;
    else if (line.length + part.length + " \\ ".length <= WIDTH) lines.splice(-1, 1, `${line} ${part}`);
    else lines.splice(-1, 1, `${line} \\`, `    ${part}`);
  }
  if (does === undefined) return lines;
  const beside = `${lines[0]}  # ${does}`;
  return lines.length === 1 && beside.length <= WIDTH ? [beside] : [`  # ${does}`, ...lines];
}
