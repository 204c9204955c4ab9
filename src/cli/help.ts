import { type Command, Help, Option } from "commander";

/** Options that the short help shows, each with its text there if that differs. */
const COMMON_OPTIONS = new WeakMap<Option, string | undefined>();

/** Marks an option as common: `--help` shows only common options, `--help all` shows all options. */
export function asCommon(option: Option, shortHelp?: string): Option {
  COMMON_OPTIONS.set(option, shortHelp);
  return option;
}

/** Makes the short help show all options that a command has so far. */
export function allCommon(command: Command): Command {
  for (const option of command.options) asCommon(option);
  return command;
}

/** Creates an option that the short help shows. */
export function common(flags: string, description: string, parse?: (text: string, before: never) => unknown): Option {
  const option = new Option(flags, description);
  return asCommon(parse === undefined ? option : option.argParser(parse as (text: string, before: unknown) => unknown));
}

/** An example call, optionally with a comment. */
type Example = string | readonly [call: string, comment: string];

interface HelpExtras {
  readonly examples: readonly Example[];
  /** Paragraphs that help shows between the options and the examples. */
  readonly notes: readonly string[];
}

const EXTRAS = new WeakMap<Command, HelpExtras>();

/** Adds examples to the help of a command. `--help` shows only the first two, so the most useful come first. */
export function addExamples(command: Command, examples: readonly Example[], notes: readonly string[] = []): Command {
  EXTRAS.set(command, { examples, notes });
  return command;
}

/** Number of examples in the short help. */
const SHORT_EXAMPLES = 2;

/** Returns the configuration of Commander's help: with all options in their groups, or with the common options only. */
export function helpConfiguration(all: boolean): Partial<Help> {
  const formatHelp = (command: Command, helper: Help): string => {
    const { examples, notes } = EXTRAS.get(command) ?? { examples: [], notes: [] };
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
    formatHelp,
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentText)].join(" "),
    ...(!all && {
      visibleOptions: (command) => Help.prototype.visibleOptions.call(new Help(), command).filter(isShownIn(command)),
      optionDescription: (option) =>
        COMMON_OPTIONS.get(option) ?? Help.prototype.optionDescription.call(new Help(), option),
      groupItems,
    }),
  };
}

function argumentText(argument: Command["registeredArguments"][number]): string {
  const text = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}

/** Whether a command has options that the short help omits. */
function hasMore({ options }: Command): boolean {
  return options.some((option) => COMMON_OPTIONS.has(option)) && !options.every(isCommon);
}

function isCommon(option: Option): boolean {
  return option.mandatory || COMMON_OPTIONS.has(option);
}

function isShownIn(command: Command): (option: Option) => boolean {
  const more = hasMore(command);
  return (option) => !more || isCommon(option) || !command.options.includes(option);
}

/** Puts the common options into one list, without groups. */
function groupItems<T extends Command | Option>(_: T[], shown: T[], getGroup: (item: T) => string): Map<string, T[]> {
  if (shown.length === 0) return new Map();
  return new Map([[shown[0] instanceof Option ? "Options:" : getGroup(shown[0]!), shown]]);
}

const WIDTH = 80;

/** Returns the lines of an example. A long example is wrapped before options. */
function exampleLines(example: Example): readonly string[] {
  const [call, comment] = typeof example === "string" ? [example, undefined] : example;
  const lines = [""];
  for (const part of call.split(/ (?=--|"|>)/)) {
    const line = lines.at(-1)!;
    if (line === "") lines[0] = `  ${part}`;
    else if (line.length + part.length + " \\ ".length <= WIDTH) lines.splice(-1, 1, `${line} ${part}`);
    else lines.splice(-1, 1, `${line} \\`, `    ${part}`);
  }
  if (comment === undefined) return lines;
  const commented = `${lines[0]}  # ${comment}`;
  return lines.length === 1 && commented.length <= WIDTH ? [commented] : [`  # ${comment}`, ...lines];
}
