/** The commands in the order of the help. One entry a command. */
import type { AddCommand } from "./command.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { data } from "./data.ts";
import { explain } from "./explain.ts";
import { importCommand } from "./import.ts";
import { indicators } from "./indicators.ts";
import { keys } from "./keys.ts";
import { list } from "./list.ts";
import { monteCarlo } from "./monte-carlo.ts";
import { optimize } from "./optimize.ts";
import { replay } from "./replay.ts";
import { run } from "./run.ts";
import { serve } from "./serve.ts";
import { sweep } from "./sweep.ts";
import { synthesize } from "./synthesize.ts";
import { walkForward } from "./walk-forward.ts";
import { worker } from "./worker.ts";

export const COMMANDS: readonly AddCommand[] = [
  run,
  sweep,
  optimize,
  walkForward,
  monteCarlo,
  check,
  compare,
  worker,
  importCommand,
  data,
  indicators,
  list,
  explain,
  serve,
  replay,
  keys,
  synthesize,
];
