import { SeededRandom } from "../../primitives/random.ts";
import type { FaultRule } from "../../schemas/faults.ts";
import { faultKinds, type KindOfFault } from "./fault-kinds.ts";

/** How far a rule has come with one key. */
interface Course {
  readonly chance: SeededRandom;
  seen: number;
  injected: number;
}

/** Rules of one seed draw from streams of their own. */
const STRIDE = 0x9e37_79b9;

/** A rule at work. It counts for each key alone, so that what one client meets does not depend on others. */
export class LiveRule {
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
