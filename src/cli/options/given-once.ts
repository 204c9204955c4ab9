import type { Command, Option } from "commander";
import { parameterError } from "../../primitives/check.ts";
import { dataOption } from "./data.ts";
import { indicatorOption } from "./indicator.ts";
import { paramOption } from "./param.ts";

/** The readers that add a value to those before. */
const ADDING: ReadonlySet<unknown> = new Set([dataOption, indicatorOption, paramOption]);

/**
 * Makes every command below a program refuse an option that is given twice, unless its values add up. The parser alone keeps the last
 * value, and the first is lost without a word. A flag without a value says the same twice.
 */
export function refuseRepeats(program: Command): void {
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
    if (given > 1) throw parameterError(option.long!, "given once", "given twice");
  });
}
