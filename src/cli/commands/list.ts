import { Option, type Command } from "commander";
import { reportFailure } from "../failure.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { LISTS } from "../lists/index.ts";
import { wrappedTable } from "../output/wrapped-table.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";
import { widthOf, type Terminal } from "../terminal.ts";

const EXAMPLES = `
Examples:
  hindcast list indicators
  hindcast list strategies --strategies ./my-strategies
  hindcast list metrics --json
`;

/** What follows `list WHAT`, read. */
interface ListCommandOptions {
  readonly strategies: string;
  readonly json?: true;
}

/** `hindcast list`: what there is. */
export function list(program: Command, terminal: Terminal): void {
  program
    .command("list")
    .summary("list indicators, strategies or metrics")
    .description("Lists what there is: a table, or JSON with everything that is known of each.")
    .argument("<what>", Object.keys(LISTS).join(", "), listOption)
    .addOption(new Option("--strategies <dir>", "folder of strategies").default(STRATEGY_FOLDER, "the package's own"))
    .option("--json", "print JSON and nothing else")
    .addHelpText("after", EXAMPLES)
    .action((what: string, options: ListCommandOptions) => printList(what, options, terminal));
}

function listOption(text: string): string {
  if (Object.hasOwn(LISTS, text)) return text;
  const known = Object.keys(LISTS);
  throw new HindcastError("USAGE", `list must be followed by one of ${known.join(", ")}, was ${JSON.stringify(text)}`, {
    known,
  });
}

async function printList(what: string, options: ListCommandOptions, terminal: Terminal): Promise<void> {
  const { stdout } = terminal;
  const { columns, rows, json, failures } = await LISTS[what]!(options);
  const width = stdout.isTTY === true ? widthOf(stdout) : undefined;
  const text = options.json === true ? JSON.stringify(json) : wrappedTable(columns, rows, width).join("\n");
  stdout.write(`${text}\n`);
  const [first, ...others] = failures;
  for (const failure of others) reportFailure(failure, terminal);
  if (first !== undefined) throw first;
}
