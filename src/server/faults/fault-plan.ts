import { SeededRandom } from "../../primitives/random.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import type { FaultRule, Faults, FaultsBody } from "../../schemas/faults.ts";
import { type ApiError, invalidParameters } from "../errors/api-error.ts";
import type { ReplaySession } from "../sessions/session.ts";
import { type FaultedRequest, faultKinds, type KindOfFault, type MessageEffect } from "./fault-kinds.ts";

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
class FaultPlan {
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

/** How far a rule has come with one key. */
interface Course {
  readonly chance: SeededRandom;
  seen: number;
  injected: number;
}

/** Rules of one seed draw from streams of their own. */
const STRIDE = 0x9e37_79b9;

/** A rule at work. It counts for each key alone, so that what one client meets does not depend on others. */
class LiveRule {
  readonly rule: FaultRule;
  readonly kind: KindOfFault;
  readonly #seed: number;
  readonly #courses = new Map<string, Course>();

  constructor(rule: FaultRule, seed: number, place: number) {
    this.rule = rule;
    this.kind = faultKinds[rule.fault];
    this.#seed = (seed + Math.imul(place + 1, STRIDE)) | 0;
  }

  get seen(): number {
    return this.#sum(({ seen }) => seen);
  }

  get injected(): number {
    return this.#sum(({ injected }) => injected);
  }

  /** Counts one more of what is meant, and tells whether it meets the fault. */
  strikes(owner: string): boolean {
    const { probability, every = Infinity, times = Infinity } = this.rule;
    let course = this.#courses.get(owner);
    if (course === undefined) {
      course = { chance: new SeededRandom(this.#seed), seen: 0, injected: 0 };
      this.#courses.set(owner, course);
    }
    course.seen++;
    const due = probability === undefined ? course.seen % every === 0 : course.chance.next() < probability;
    if (!due || course.injected >= times) return false;
    course.injected++;
    return true;
  }

  #sum(of: (course: Course) => number): number {
    let sum = 0;
    for (const course of this.#courses.values()) sum += of(course);
    return sum;
  }
}

/** The faults that the sessions of a server are to have, and who waits because of them. */
export class FaultDesk {
  readonly #plans = new WeakMap<ReplaySession, FaultPlan>();
  readonly #waiting = new Map<() => void, NodeJS.Timeout>();

  /** Undefined for a session without faults. */
  of(session: ReplaySession): FaultPlan | undefined {
    return this.#plans.get(session);
  }

  show(session: ReplaySession): Faults {
    const { seed = 0, rules = [] } = this.#plans.get(session) ?? {};
    return { session: session.id, seed, rules };
  }

  /** In the place of those before, counted from now on. Throws INVALID_PARAMETERS. */
  set(session: ReplaySession, body: FaultsBody): void {
    this.#plans.set(session, new FaultPlan(body));
  }

  clear(session: ReplaySession): void {
    this.#plans.delete(session);
  }

  /** Calls back after a time by the clock of the world, or when the server closes; at once for none. */
  wait(ms: number, then: () => void): void {
    if (ms === 0) {
      then();
      return;
    }
    const done = (): void => {
      clearTimeout(this.#waiting.get(done));
      if (this.#waiting.delete(done)) then();
    };
    this.#waiting.set(done, setTimeout(done, ms));
  }

  /** Nobody waits any longer. */
  close(): void {
    for (const done of this.#waiting.keys()) done();
  }
}
