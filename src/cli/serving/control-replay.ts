import { parameterError } from "../../primitives/check.ts";
import { FAULT_KINDS, FAULT_MESSAGES, type FaultRule, type Faults } from "../../schemas/faults.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import type { Client } from "../../client/create-client.ts";
import type { ReplayClock } from "../../schemas/replay.ts";
import { wrappedTable } from "../../report/terminal/tables.ts";
import { lineWidth, type Terminal } from "../terminal.ts";
import { answered, servedClient, type ServerOptions } from "./served-client.ts";

type Reader = (text: string) => unknown;

const READERS: Readonly<Record<Exclude<keyof FaultRule, "fault">, Reader>> = {
  probability: numberOption("probability"),
  every: numberOption("every"),
  times: numberOption("times"),
  delay_ms: numberOption("delay_ms"),
  when: choiceOption("when", ["before", "after"]),
  method: choiceOption("method", ["GET", "POST", "PATCH", "DELETE"]),
  path: (text) => text,
  messages: (text) => text.split(",").map(choiceOption("messages", FAULT_MESSAGES)),
};

/** The rule of words such as `error every=10 when=after`. What no rule has throws PARAMETER_OUT_OF_RANGE. */
export function faultRuleOf(text: string): FaultRule {
  const [kind = "", ...members] = text.trim().split(/\s+/);
  const rule: Record<string, unknown> = { fault: choiceOption("fault", FAULT_KINDS)(kind) };
  for (const member of members) {
    const at = member.indexOf("=");
    const name = member.slice(0, Math.max(at, 0));
    if (!Object.hasOwn(READERS, name))
      throw parameterError("rule", `a fault and then ${Object.keys(READERS).join("=, ")}=`, text);
    rule[name] = READERS[name as keyof typeof READERS](member.slice(at + 1));
  }
  return rule as unknown as FaultRule;
}

/** The same words of a rule. */
export function faultRuleText({ fault, ...members }: FaultRule): string {
  const words = Object.entries(members).map(([name, value]) => `${name}=${String(value)}`);
  return [fault, ...words].join(" ");
}

/** What every one of these commands is told. */
export interface ControlOptions extends ServerOptions {
  readonly json?: true;
}

export type Ask<Answer> = (client: Client) => Promise<Answer>;

/** Tells the clock of a replay, as it is when what was asked for is done. */
export async function tellClock(ask: Ask<ReplayClock>, options: ControlOptions, terminal: Terminal): Promise<void> {
  const clock = await asked(ask, options, terminal);
  const { session, now, phase, state, speed, epoch } = clock;
  const text = `${session}: ${now} (${phase}), ${state}, speed ${speed}, epoch ${epoch}`;
  terminal.stdout.write(`${options.json === true ? JSON.stringify(clock, null, 2) : text}\n`);
}

/** Tells the faults of a session, as they are when what was asked for is done. */
export async function tellFaults(ask: Ask<Faults>, options: ControlOptions, terminal: Terminal): Promise<void> {
  const faults = await asked(ask, options, terminal);
  const { stdout } = terminal;
  if (options.json === true) stdout.write(`${JSON.stringify(faults, null, 2)}\n`);
  else if (faults.rules.length === 0) stdout.write(`${faults.session}: no faults\n`);
  else stdout.write(`${faultLines(faults, lineWidth(stdout)).join("\n")}\n`);
}

function faultLines({ session, seed, rules }: Faults, width: number): string[] {
  const rows = rules.map(({ seen, injected, ...rule }) => [faultRuleText(rule), String(seen), String(injected)]);
  const columns = [
    { heading: "fault", wraps: true },
    { heading: "seen", align: "right" },
    { heading: "met", align: "right" },
  ] as const;
  return [`${session}: seed ${seed}`, ...wrappedTable(columns, rows, width)];
}

/** The answer of the server. Throws USAGE without a key, and ClientError for what the server refuses, or where there is none. */
function asked<Answer>(ask: Ask<Answer>, options: ControlOptions, terminal: Terminal): Promise<Answer> {
  const client = servedClient(options, terminal);
  return answered(options.url, () => ask(client));
}
