import type { Faults, FaultRule, FaultsBody } from "../../schemas/faults.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import type { ApiError } from "../errors/api-error.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { type FaultedRequest, faultKinds, type MessageEffect } from "./fault-kinds.ts";
import { LiveRule } from "./live-rule.ts";

/** What happens to a request before it is done, or after. */
export interface FaultStage {
  readonly stallMs: number;
  readonly error: ApiError | undefined;
}

/** The faults that a request meets. */
export interface RequestFaults {
  /** Their kinds, in the order of the rules. */
  readonly names: readonly string[];
  readonly before: FaultStage;
  readonly after: FaultStage;
}

/** Members of a rule that every kind takes. */
const COMMON: readonly string[] = ["fault", "probability", "every", "times"];

/** The faults that the clients of one session are to meet: the same seed, rules and requests meet the same ones. */
export class FaultPlan {
  readonly seed: number;
  readonly #rules: readonly LiveRule[];

  /** Throws INVALID_PARAMETERS for rules that mean nothing. */
  constructor({ seed, rules }: FaultsBody) {
    const problems = rules.flatMap(problemsOf);
    if (problems.length > 0) throw invalidParameters(problems);
    this.seed = seed;
    this.#rules = rules.map((rule, place) => new LiveRule(rule, seed, place));
  }

  get rules(): Faults["rules"] {
    return this.#rules.map(({ rule, seen, injected }) => ({ ...rule, seen, injected }));
  }

  /** What a request of a key meets; its path is that below the version. Undefined for nothing. */
  request(owner: string, method: string, path: string, facts: FaultedRequest): RequestFaults | undefined {
    const names: string[] = [];
    const stages = { before: new Stage(), after: new Stage() };
    for (const live of this.#rules) {
      const { rule, kind } = live;
      if (kind.request === undefined || (rule.method ?? method) !== method || !path.startsWith(rule.path ?? "/"))
        continue;
      if (!live.strikes(owner)) continue;
      names.push(rule.fault);
      const { stallMs = 0, error } = kind.request(rule);
      const stage = stages[rule.when ?? "before"];
      stage.stallMs += stallMs;
      stage.error ??= error?.(facts);
    }
    return names.length === 0 ? undefined : { names, ...stages };
  }

  /** What a data message to a key meets; undefined for nothing. */
  message(owner: string, type: string): MessageEffect | undefined {
    let effect: MessageEffect | undefined;
    for (const live of this.#rules) {
      const { rule, kind } = live;
      if (kind.message === undefined || (rule.messages as readonly string[] | undefined)?.includes(type) === false)
        continue;
      if (live.strikes(owner)) effect = { ...effect, ...kind.message(rule) };
    }
    return effect;
  }
}

class Stage implements FaultStage {
  stallMs = 0;
  error: ApiError | undefined;
}

function problemsOf(rule: FaultRule, place: number): ParameterProblem[] {
  const { takes, needs } = faultKinds[rule.fault];
  const problem = (member: string, reason: string): ParameterProblem => ({
    in: "body",
    parameter: `rules.${place}.${member}`,
    reason,
  });
  const problems = Object.keys(rule)
    .filter((member) => !COMMON.includes(member) && !(takes as readonly string[]).includes(member))
    .map((member) => problem(member, `must be left out: ${rule.fault} does not take it`));
  if (needs !== undefined && rule[needs] === undefined)
    problems.push(problem(needs, `must be given for ${rule.fault}`));
  if ((rule.probability === undefined) === (rule.every === undefined))
    problems.push(problem("probability", "or every must be given, and not both"));
  return problems;
}
