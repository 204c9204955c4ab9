/** The commands in the order of the help. One entry a command. */
import type { AddCommand } from "./command.ts";
import { data } from "./data.ts";
import { explain } from "./explain.ts";
import { importCommand } from "./import.ts";
import { indicators } from "./indicators.ts";
import { keys } from "./keys.ts";
import { list } from "./list.ts";
import { run } from "./run.ts";
import { serve } from "./serve.ts";
import { synthesize } from "./synthesize.ts";

export const COMMANDS: readonly AddCommand[] = [
  run,
  importCommand,
  data,
  indicators,
  list,
  explain,
  serve,
  keys,
  synthesize,
];
