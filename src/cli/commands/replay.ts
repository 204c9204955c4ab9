import { type Command, Option } from "commander";
import { STEPS } from "../../schemas/replay.ts";
import { choiceOption } from "../options/choice.ts";
import { numberOption } from "../options/number.ts";
import type { AdvanceOptions, ControlOptions } from "../serving/control-replay.ts";
import type { Terminal } from "../terminal.ts";

const EXAMPLES = `
The key is read from HINDCAST_KEY and needs the scope replay:control.

Examples:
  hindcast replay control clock
  hindcast replay control advance --by bar --count 5 --session s1
  hindcast replay control faults set "error every=10 when=after path=/trading/orders" "drop probability=0.01 messages=quote" --seed 7
`;

/** `hindcast replay`: the clock of a server that runs, and the faults that its clients meet. */
export function replay(program: Command, terminal: Terminal): void {
  const control = program
    .command("replay")
    .summary("move the clock of a server, and let its clients meet faults")
    .description("Controls the replay of a server that runs.")
    .command("control")
    .description("Moves the clock of a server that runs, and lets its clients meet faults.")
    .addHelpText("after", EXAMPLES);
  const add = (to: Command, words: string, summary: string): Command =>
    to
      .command(words)
      .description(summary)
      .option("--url <address>", "where the server is", "http://127.0.0.1:8787")
      .option("--session <name>", "the session that is meant; the main one when left out")
      .option("--json", "print JSON and nothing else");

  add(control, "clock", "where the clock stands").action(async (options: ControlOptions) =>
    (await controlling()).showClock(options, terminal),
  );
  add(control, "pause", "stop the clock").action(async (options: ControlOptions) =>
    (await controlling()).pauseClock(options, terminal),
  );
  add(control, "resume", "let the clock go on").action(async (options: ControlOptions) =>
    (await controlling()).resumeClock(options, terminal),
  );
  add(control, "speed <n>", "set how fast the clock goes: market seconds in a second, or max").action(
    async (speed: string, options: ControlOptions) =>
      (await controlling()).setClockSpeed(speed === "max" ? speed : numberOption("speed")(speed), options, terminal),
  );
  add(control, "seek <time>", "go to a moment; back is anew").action(async (time: string, options: ControlOptions) =>
    (await controlling()).seekClock(time, options, terminal),
  );
  add(control, "advance", "go on by steps, or to a moment")
    .option("--by <step>", STEPS.join(", "), choiceOption("--by", STEPS))
    .option("--count <n>", "how often", numberOption("--count"))
    .addOption(new Option("--until <time>", "instead, a moment later than now").conflicts(["by", "count"]))
    .action(async (options: AdvanceOptions) => (await controlling()).advanceClock(options, terminal));

  const faults = control.command("faults").description("Lets the clients of a session meet faults.");
  add(faults, "show", "the faults, and how often each was met").action(async (options: ControlOptions) =>
    (await controlling()).showFaults(options, terminal),
  );
  add(faults, "set <rules...>", "let clients meet these faults, in the place of those before")
    .option("--seed <n>", "the same seed, rules and requests meet the same faults", numberOption("--seed"), 0)
    .action(async (rules: readonly string[], options: ControlOptions & { readonly seed: number }) =>
      (await controlling()).setFaults(rules, options, terminal),
    );
  add(faults, "clear", "end the faults").action(async (options: ControlOptions) =>
    (await controlling()).clearFaults(options, terminal),
  );
}

/** The client is loaded by this command alone. */
const controlling = () => import("../serving/control-replay.ts");
