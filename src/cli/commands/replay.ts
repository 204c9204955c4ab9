import { type Command, Option } from "commander";
import { parameterError } from "../../primitives/check.ts";
import { STEPS } from "../../schemas/steps.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import { isNumberText } from "../../primitives/parse-text.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import type { Faults } from "../../schemas/faults.ts";
import type { AdvanceBody, ReplayClock, StartBody } from "../../schemas/replay.ts";
import type { ServerCall, ControlOptions } from "../serving/control-replay.ts";
import { addExamples } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import type { WatchOptions } from "../watching/watch-replay.ts";
import { sentence } from "../output/prose.ts";

const WATCH_EXAMPLES = [
  "hindcast replay watch",
  "hindcast replay watch --symbols AAPL,MSFT --session s1",
  "hindcast replay watch --symbols AAPL --json | jq 'select(.type == \"quote\").price'",
];

const WATCH_NOTES = [
  "The environment variable HINDCAST_KEY holds the API key, which needs the scope stream:read. With the scope trading:read the account is shown too.",
  "A terminal shows a table that updates in place. Elsewhere each change is a line, or with --json each message of the stream. The command ends with the replay, or on Ctrl-C.",
];

const EXAMPLES = [
  "hindcast replay control clock",
  "hindcast replay control seek 2023-12-15T09:30",
  "hindcast replay control start --from 2023-12-11 --to 2023-12-15 --speed 600",
  "hindcast replay control advance --by bar --count 5 --session s1",
  'hindcast replay control faults set "error every=10 path=/trading/orders" --seed 7',
];

const NOTES = [
  "The environment variable HINDCAST_KEY holds the API key. The key needs the scope replay:main for the main clock, replay:control for a separate session and replay:faults for faults. The admin key that hindcast serve prints has all these scopes.",
  "Times such as 2023-12-15 or 2023-12-15T12:00 are exchange time, unless they end with Z or an offset. Pause the clock before advance and start; seek also moves a running clock.",
];

/** `hindcast replay`: watches and controls the replay of a running server, and its injected faults. */
export function replay(program: Command, terminal: Terminal): void {
  const command = program
    .command("replay")
    .summary("watch and control the replay of a server")
    .description("Watches and controls the replay of a running server.");
  const add = (to: Command, words: string, summary: string): Command =>
    to
      .command(words)
      .summary(summary)
      .description(sentence(summary))
      .addOption(new Option("--url <address>", "address of the running server").default(SERVER_URL, SERVER_URL))
      .option("--session <name>", "replay session (default: the main session)")
      .option("--json", "print JSON");

  const watch = add(command, "watch", "show the clock, prices and account as they change")
    .option(
      "--symbols <list>",
      "symbols to watch, separated by commas (default: the first 100 of the server)",
      symbolList,
    )
    .action(async (options: WatchOptions) => (await loadWatch()).watchReplay(options, terminal));
  addExamples(watch, WATCH_EXAMPLES, WATCH_NOTES);

  const control = command
    .command("control")
    .summary("control the clock of a server and inject faults")
    .description("Controls the clock of a running server, and injects faults into its responses.");
  addExamples(control, EXAMPLES, NOTES);

  const runClock = async (ask: ServerCall<ReplayClock>, options: ControlOptions) =>
    (await loadControl()).printClock(ask, options, terminal);
  add(control, "clock", "print the time and state of the simulated clock").action((options: ControlOptions) =>
    runClock((client) => client.replayClock(), options),
  );
  add(control, "start", "restart the replay, with accounts and orders reset")
    .option("--from <time>", "date or time at which the replay starts (default: unchanged)")
    .option("--to <time>", "last date or time of the replay, inclusive (default: unchanged)")
    .option("--speed <n>", SPEED_HELP, paceOption)
    .action(({ from, to, speed, ...options }: ControlOptions & StartBody) =>
      runClock((client) => client.start(withoutUndefined({ from, to, speed })), options),
    );
  add(control, "pause", "stop the simulated clock").action((options: ControlOptions) =>
    runClock((client) => client.pause(), options),
  );
  add(control, "resume", "resume the simulated clock").action((options: ControlOptions) =>
    runClock((client) => client.resume(), options),
  );
  add(control, "speed", "set the speed of the simulated clock")
    .argument("<n>", SPEED_HELP)
    .action((speed: string, options: ControlOptions) => {
      const pace = paceOption(speed);
      return runClock((client) => client.setSpeed(pace), options);
    });
  add(control, "seek", "move the simulated clock to a time; moving backwards resets accounts and orders")
    .argument("<time>", "date or time to move to")
    .action((time: string, options: ControlOptions) => runClock((client) => client.seek(time), options));
  add(control, "advance", "advance the simulated clock by steps, or to a time")
    .option("--by <step>", `size of a step: ${STEPS.join(", ")}`, choiceOption("--by", STEPS))
    .option("--count <n>", "number of steps (default: 1)", numberOption("--count"))
    .addOption(
      new Option("--until <time>", "time to advance to, instead of by steps; includes events at that time").conflicts([
        "by",
        "count",
      ]),
    )
    .action(({ by, count, until, ...options }: ControlOptions & AdvanceBody) =>
      runClock((client) => client.advance(withoutUndefined({ by, count, until })), options),
    );

  const faults = control
    .command("faults")
    .summary("show, set or clear injected faults")
    .description("Shows, sets or clears the faults injected for the clients of a session.");
  const runFaults = async (ask: ServerCall<Faults>, options: ControlOptions) =>
    (await loadControl()).printFaults(ask, options, terminal);
  add(faults, "show", "show the injected faults of a session and how often each occurred").action(
    (options: ControlOptions) => runFaults((client) => client.faults(), options),
  );
  add(faults, "set", "replace the injected faults of a session")
    .argument("<rules...>", 'rules, such as "error every=10" or "drop probability=0.01"')
    .option("--seed <n>", "seed of the random numbers for faults with a probability", numberOption("--seed"), 0)
    .action(async (texts: readonly string[], { seed, ...options }: ControlOptions & { readonly seed: number }) => {
      const { parseFaultRule } = await loadControl();
      const rules = texts.map(parseFaultRule);
      await runFaults((client) => client.setFaults({ seed, rules }), options);
    });
  add(faults, "clear", "remove all injected faults of a session").action((options: ControlOptions) =>
    runFaults((client) => client.clearFaults(), options),
  );
}

/** Loads the API client, which only these commands need. */
const loadControl = () => import("../serving/control-replay.ts");
const SERVER_URL = "http://127.0.0.1:8787";
const SPEED_HELP = "market seconds per real second, 0.1 to 1000000, or max";
const loadWatch = () => import("../watching/watch-replay.ts");

function paceOption(text: string): number | "max" {
  if (text === "max") return text;
  const speed = Number(text);
  if (isNumberText(text) && speed > 0) return speed;
  throw parameterError("speed", "market seconds per real second, or max", text);
}

function symbolList(text: string): readonly string[] {
  const symbols = text.split(",").map((symbol) => symbol.trim().toUpperCase());
  if (symbols.every((symbol) => symbol !== "")) return [...new Set(symbols)];
  throw parameterError("--symbols", "symbols separated by commas", text);
}
