import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Outcome } from "./workload.ts";

/** A process that says what it came to and answers with milliseconds. */
export class Contestant {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  /** Milliseconds of each round, and those that its processors worked. */
  readonly times: number[] = [];
  readonly cpuTimes: number[] = [];
  #failure = "its process ended";
  title = "";
  outcome: Outcome | undefined;
  /** Why it is not timed. */
  absent: string | undefined;

  constructor(name: string, command: readonly string[]) {
    this.name = name;
    const [program, ...args] = command;
    this.#child = spawn(program!, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.once("error", ({ message }) => (this.#failure = message));
    this.#lines = createInterface(this.#child.stdout!)[Symbol.asyncIterator]();
  }

  async begin(): Promise<void> {
    const { title = this.name, outcome, absent } = await this.#heard();
    this.title = title;
    this.outcome = outcome;
    this.absent = absent;
  }

  async run(isCounted: boolean): Promise<void> {
    this.#child.stdin!.write("\n");
    const { ms, cpuMs } = await this.#heard();
    if (!isCounted) return;
    this.times.push(ms!);
    this.cpuTimes.push(cpuMs!);
  }

  end(): void {
    this.#child.stdin!.end();
  }

  async #heard(): Promise<{ title?: string; outcome?: Outcome; absent?: string; ms?: number; cpuMs?: number }> {
    const { value, done } = await this.#lines.next();
    return done ? { absent: this.#failure } : (JSON.parse(value) as object);
  }
}
