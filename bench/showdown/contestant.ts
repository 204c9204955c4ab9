import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Outcome } from "./workload.ts";

/** Engine process that reports its outcome, then the milliseconds of each requested run. */
export class Contestant {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  /** Wall-clock and CPU milliseconds of each round. */
  readonly times: number[] = [];
  readonly cpuTimes: number[] = [];
  #failure = "its process ended";
  title = "";
  outcome: Outcome | undefined;
  /** Reason why the engine is not timed. */
  absent: string | undefined;

  constructor(name: string, command: readonly string[]) {
    this.name = name;
    const [program, ...args] = command;
    this.#child = spawn(program!, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.once("error", ({ message }) => (this.#failure = message));
    this.#lines = createInterface(this.#child.stdout!)[Symbol.asyncIterator]();
  }

  async begin(): Promise<void> {
    const { title = this.name, outcome, absent } = await this.#nextMessage();
    this.title = title;
    this.outcome = outcome;
    this.absent = absent;
  }

  async run(isMeasured: boolean): Promise<void> {
    this.#child.stdin!.write("\n");
    const { ms, cpuMs } = await this.#nextMessage();
    if (!isMeasured) return;
    this.times.push(ms!);
    this.cpuTimes.push(cpuMs!);
  }

  end(): void {
    this.#child.stdin!.end();
  }

  async #nextMessage(): Promise<{ title?: string; outcome?: Outcome; absent?: string; ms?: number; cpuMs?: number }> {
    const { value, done } = await this.#lines.next();
    return done ? { absent: this.#failure } : (JSON.parse(value) as object);
  }
}
