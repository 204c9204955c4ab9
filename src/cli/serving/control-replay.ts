import { parameterError } from "../../primitives/check.ts";
import { FAULT_KINDS, FAULT_MESSAGES, type FaultRule, type Faults } from "../../schemas/faults.ts";
import { choiceOption, numberOption } from "../options/values.ts";
import type { Client } from "../../client/create-client.ts";
import type { ReplayClock } from "../../schemas/replay.ts";
import { wrappedTable } from "../../report/terminal/tables.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";
import { answerOf, createServerClient, type ServerOptions } from "./served-client.ts";

type Parser = (text: string) => unknown;

const PARSERS: Readonly<Record<Exclude<keyof FaultRule, "fault">, Parser>> = {
  probability: numberOption("probability"),
  every: numberOption("every"),
  times: numberOption("times"),
  delay_ms: numberOption("delay_ms"),
  when: choiceOption("when", ["before", "after"]),
  method: choiceOption("method", ["GET", "POST", "PATCH", "DELETE"]),
  path: (text) => text,
  messages: (text) => text.split(",").map(choiceOption("messages", FAULT_MESSAGES)),
};

/** Parses the rule of a fault, such as `error every=10 when=after`. Throws PARAMETER_OUT_OF_RANGE for unknown fields. */
export function parseFaultRule(text: string): FaultRule {
  const [kind = "", ...members] = text.trim().split(/\s+/);
  const rule: Record<string, unknown> = { fault: choiceOption("fault", FAULT_KINDS)(kind) };
  for (const member of members) {
    const at = member.indexOf("=");
    const name = member.slice(0, Math.max(at, 0));
    if (!Object.hasOwn(PARSERS, name))
      throw parameterError("rule", `a fault, then any of ${Object.keys(PARSERS).join("=, ")}=`, text);
    rule[name] = PARSERS[name as keyof typeof PARSERS](member.slice(at + 1));
  }
  return rule as unknown as FaultRule;
}

/** Formats the rule of a fault as `parseFaultRule` reads it. */
export function faultRuleText({ fault, ...members }: FaultRule): string {
  const words = Object.entries(members).map(([name, value]) => `${name}=${String(value)}`);
  return [fault, ...words].join(" ");
}

/** Options of every command that controls a replay. */
export interface ControlOptions extends ServerOptions {
  readonly json?: true;
}

export type ServerCall<Answer> = (client: Client) => Promise<Answer>;

/** Sends a request to the server and prints the state of the clock that it returns. */
export async function printClock(
  ask: ServerCall<ReplayClock>,
  options: ControlOptions,
  terminal: Terminal,
): Promise<void> {
  const clock = await askServer(ask, options, terminal);
  const { session, now, phase, state, speed, epoch } = clock;
  const text = `${session}: ${now} (${phase}), ${state}, speed ${speed}, epoch ${epoch}`;
  terminal.stdout.write(`${options.json === true ? JSON.stringify(clock, null, 2) : text}\n`);
}

/** Sends a request to the server and prints the faults of a session that it returns. */
export async function printFaults(ask: ServerCall<Faults>, options: ControlOptions, terminal: Terminal): Promise<void> {
  const faults = await askServer(ask, options, terminal);
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
    { heading: "injected", align: "right" },
  ] as const;
  return [`${session}: seed ${seed}`, ...wrappedTable(columns, rows, width)];
}

/** Sends a request to the server. Throws USAGE without an API key, and ClientError if the server refuses or does not answer. */
function askServer<Answer>(ask: ServerCall<Answer>, options: ControlOptions, terminal: Terminal): Promise<Answer> {
  const client = createServerClient(options, terminal);
  return answerOf(options.url, () => ask(client));
}
