import { escapeControls } from "../../primitives/words.ts";
import type { LogOutput } from "../server-settings.ts";

/** Characters after which buffered lines are written at once. */
const MAX_JOINED = 65_536;
/** Characters buffered for an output that does not drain: some twenty thousand requests. */
const MAX_BUFFERED = 4 * 1024 * 1024;

/**
 * Writes log lines to an output. Request lines may be buffered for a while and written together, because each write to a file or terminal
 * blocks. If the output is a stream and does not drain, lines are dropped beyond a limit until it does.
 */
export class LogLines {
  /** Called with the number of lost lines when the output accepts lines again. */
  onLost: (lines: number) => void = () => {};
  readonly #output: LogOutput;
  readonly #joinMs: number;
  readonly #flush = (): void => this.flush();
  #pending = "";
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: LogOutput, joinMs: number) {
    this.#output = output;
    this.#joinMs = joinMs;
    // Writes buffered lines also when the process exits or crashes.
    if (joinMs > 0) process.on("exit", this.#flush);
  }

  /** Writes a line at once, after the buffered ones. */
  write(line: string): void {
    this.flush();
    this.#writeOut(line);
  }

  /** Writes a line now, or buffers it until its time has passed. */
  add(line: string): void {
    if (this.#joinMs === 0) {
      this.#writeOut(line);
      return;
    }
    this.#pending += line;
    if (this.#pending.length >= MAX_JOINED) this.flush();
    else this.#timer ??= setTimeout(this.#flush, this.#joinMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#pending;
    this.#pending = "";
    if (lines !== "") this.#writeOut(lines);
  }

  #writeOut(lines: string): void {
    if (this.#lost > 0 || this.#isFull()) {
      this.#countLost(lines);
      return;
    }
    try {
      this.#output.write(escapeControls(lines));
    } catch {
      // The disk is full, or the reader has closed its end. The server continues without a log.
    }
  }

  /** Only outputs with a `drain` event are limited. Others must buffer by themselves. */
  #isFull(): boolean {
    return this.#output.once !== undefined && (this.#output.writableLength ?? 0) > MAX_BUFFERED;
  }

  #countLost(lines: string): void {
    if (this.#lost === 0) {
      this.#output.once?.("drain", () => {
        const lost = this.#lost;
        this.#lost = 0;
        this.onLost(lost);
      });
    }
    for (let end = lines.indexOf("\n"); end >= 0; end = lines.indexOf("\n", end + 1)) this.#lost++;
  }

  close(): void {
    this.flush();
    process.off("exit", this.#flush);
  }
}
