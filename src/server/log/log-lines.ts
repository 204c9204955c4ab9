import type { LogOutput } from "../server-settings.ts";

/** So many characters are written at once, however soon they came together. */
const MOST = 65_536;

/**
 * Lines on their way to an output. A write of a file or a terminal costs more than the line, and is waited for: lines of which nobody waits for one may
 * be kept back for a while and written together.
 */
export class LogLines {
  readonly #output: LogOutput;
  readonly #joinMs: number;
  readonly #flush = (): void => this.flush();
  #kept = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(output: LogOutput, joinMs: number) {
    this.#output = output;
    this.#joinMs = joinMs;
    // A program that ends itself, or is ended by an error, loses none.
    if (joinMs > 0) process.on("exit", this.#flush);
  }

  /** Writes a line at once, behind those that were kept back. */
  write(line: string): void {
    this.flush();
    this.#put(line);
  }

  /** Writes a line when its time has come. */
  add(line: string): void {
    if (this.#joinMs === 0) {
      this.#put(line);
      return;
    }
    this.#kept += line;
    if (this.#kept.length >= MOST) this.flush();
    else this.#timer ??= setTimeout(this.#flush, this.#joinMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#kept;
    this.#kept = "";
    if (lines !== "") this.#put(lines);
  }

  #put(lines: string): void {
    try {
      this.#output.write(lines);
    } catch {
      // A full disk or a reader that is gone: the server goes on without a log, and there is nowhere to say so.
    }
  }

  close(): void {
    this.flush();
    process.off("exit", this.#flush);
  }
}
