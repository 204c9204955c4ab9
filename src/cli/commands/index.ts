/** The commands in the order of the help. One entry a command. */
import type { AddCommand } from "./command.ts";
import { indicators } from "./indicators.ts";
import { list } from "./list.ts";
import { run } from "./run.ts";

export const COMMANDS: readonly AddCommand[] = [run, indicators, list];
