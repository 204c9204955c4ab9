import { parameterError } from "../../primitives/check.ts";
import { FAULT_KINDS, FAULT_MESSAGES } from "../../schemas/fault-kinds.ts";
import type { FaultRule } from "../../schemas/faults.ts";
import { choiceOption } from "../options/choice.ts";
import { numberOption } from "../options/number.ts";

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
