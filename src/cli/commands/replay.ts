import { type Command, Option } from "commander";
import { parameterError } from "../../primitives/check.ts";
import { STEPS } from "../../schemas/steps.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import { isNumberText } from "../../primitives/from-text.ts";
import { defined } from "../../primitives/mapped.ts";
import type { Faults } from "../../schemas/faults.ts";
import type { AdvanceBody, ReplayClock, StartBody } from "../../schemas/replay.ts";
import type { Ask, ControlOptions } from "../serving/control-replay.ts";
import type { Terminal } from "../terminal.ts";
import type { WatchOptions } from "../watching/watch-replay.ts";
import { sentence } from "../output/prose.ts";

const WATCH_EXAMPLES = `
The key is read from HINDCAST_KEY and needs the scope stream:read; with
trading:read its account is shown too. On a terminal a table that is drawn over
itself; elsewhere a line for each change, or with --json each message of the
stream as it came. It ends with the replay, or by Ctrl-C.

Examples:
  hindcast replay watch
  hindcast replay watch --symbols AAPL,MSFT --session s1
  hindcast replay watch --symbols AAPL --json | jq 'select(.type == "quote").price'
`;

const EXAMPLES = `
The key is read from HINDCAST_KEY. It needs the scope replay:main to move the main
clock, replay:control for a session of its own and replay:faults for faults; the
key that hindcast serve prints as admin has all of them. Times such
as 2023-12-15 or 2023-12-15T12:00 are those of the exchange; with Z or an offset
they are as written. The clock must stand still (pause) to be advanced or
started; seek takes it where it is.

Examples:
  hindcast replay control clock
  hindcast replay control seek 2023-12-15T09:30
  hindcast replay control start --from 2023-12-11 --to 2023-12-15 --speed 600
  hindcast replay control advance --by bar --count 5 --session s1
  hindcast replay control faults set "error every=10 when=after path=/trading/orders" "drop probability=0.01 messages=quote" --seed 7
`;

/** `hindcast replay`: the market of a server that runs, its clock, and the faults that its clients meet. */
export function replay(program: Command, terminal: Terminal): void {
  const command = program
    .command("replay")
    .summary("watch the market of a server, and move its clock")
    .description("Watches and controls the replay of a server that runs.");
  const add = (to: Command, words: string, summary: string): Command =>
    to
      .command(words)
      .summary(summary)
      .description(sentence(summary))
      .option("--url <address>", "where the server is", "http://127.0.0.1:8787")
      .option("--session <name>", "the session that is meant; the main one when left out")
      .option("--json", "print JSON and nothing else");

  add(command, "watch", "show the clock, prices and the account as they change, until the replay is over")
    .option("--symbols <list>", "ids of instruments, with commas; the first 100 when left out", symbolList)
    .addHelpText("after", WATCH_EXAMPLES)
    .action(async (options: WatchOptions) => (await watching()).watchReplay(options, terminal));

  const control = command
    .command("control")
    .summary("move the clock, and let clients meet faults")
    .description("Moves the clock of a server that runs, and lets its clients meet faults.")
    .addHelpText("after", EXAMPLES);

  const moves = async (ask: Ask<ReplayClock>, options: ControlOptions) =>
    (await controlling()).tellClock(ask, options, terminal);
  add(control, "clock", "where the clock stands").action((options: ControlOptions) =>
    moves((client) => client.replayClock(), options),
  );
  add(control, "start", "begin anew, without the accounts and orders of before")
    .option("--from <time>", "first date or moment; that of before when left out")
    .option("--to <time>", "last date or moment, inclusive; that of before when left out")
    .option("--speed <n>", "market seconds in a second, or max", paceOption)
    .action(({ from, to, speed, ...options }: ControlOptions & StartBody) =>
      moves((client) => client.start(defined({ from, to, speed })), options),
    );
  add(control, "pause", "stop the clock").action((options: ControlOptions) =>
    moves((client) => client.pause(), options),
  );
  add(control, "resume", "let the clock go on").action((options: ControlOptions) =>
    moves((client) => client.resume(), options),
  );
  add(control, "speed <n>", "set how fast the clock goes: market seconds in a second, 0.1 to 1000000, or max").action(
    (speed: string, options: ControlOptions) => {
      const pace = paceOption(speed);
      return moves((client) => client.setSpeed(pace), options);
    },
  );
  add(control, "seek <time>", "go to a moment; back is anew, without the accounts and orders of before").action(
    (time: string, options: ControlOptions) => moves((client) => client.seek(time), options),
  );
  add(control, "advance", "go on by steps, or to a moment")
    .option("--by <step>", STEPS.join(", "), choiceOption("--by", STEPS))
    .option("--count <n>", "how often", numberOption("--count"))
    .addOption(
      new Option("--until <time>", "instead, until after all that happens at a moment later than now").conflicts([
        "by",
        "count",
      ]),
    )
    .action(({ by, count, until, ...options }: ControlOptions & AdvanceBody) =>
      moves((client) => client.advance(defined({ by, count, until })), options),
    );

  const faults = control
    .command("faults")
    .summary("let clients meet faults")
    .description("Lets the clients of a session meet faults.");
  const faulty = async (ask: Ask<Faults>, options: ControlOptions) =>
    (await controlling()).tellFaults(ask, options, terminal);
  add(faults, "show", "the faults, and how often each was met").action((options: ControlOptions) =>
    faulty((client) => client.faults(), options),
  );
  add(faults, "set <rules...>", "let clients meet these faults, in the place of those before")
    .option("--seed <n>", "the same seed, rules and requests meet the same faults", numberOption("--seed"), 0)
    .action(async (texts: readonly string[], { seed, ...options }: ControlOptions & { readonly seed: number }) => {
      const { faultRuleOf } = await controlling();
      const rules = texts.map(faultRuleOf);
      await faulty((client) => client.setFaults({ seed, rules }), options);
    });
  add(faults, "clear", "end the faults").action((options: ControlOptions) =>
    faulty((client) => client.clearFaults(), options),
  );
}

/** The client is loaded by these commands alone. */
const controlling = () => import("../serving/control-replay.ts");
const watching = () => import("../watching/watch-replay.ts");

function paceOption(text: string): number | "max" {
  if (text === "max") return text;
  const speed = Number(text);
  if (isNumberText(text) && speed > 0) return speed;
  throw parameterError("speed", "market seconds in a second, or max", text);
}

function symbolList(text: string): readonly string[] {
  const symbols = text.split(",").map((symbol) => symbol.trim().toUpperCase());
  if (symbols.every((symbol) => symbol !== "")) return [...new Set(symbols)];
  throw parameterError("--symbols", "ids of instruments with commas between them", text);
}
