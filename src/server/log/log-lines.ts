import { escapeControls } from "../../primitives/words.ts";
import type { LogOutput } from "../server-settings.ts";

/** Number of buffered characters from which log lines are written at once. */
const MAX_JOINED = 65_536;
/** Characters buffered for an output that accepts no more data: some twenty thousand requests. */
const MAX_BUFFERED = 4 * 1024 * 1024;

/**
 * Writes log lines to an output. Lines about requests may be buffered and written together, since each write to a file or terminal blocks.
 * If a stream accepts no more data, lines beyond a limit are dropped until it does.
 */
export class LogLines {
  /** Called with the number of dropped lines when the output accepts data again. */
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
    // Writes buffered lines even when the process exits or crashes.
    if (joinMs > 0) process.on("exit", this.#flush);
  }

  /** Writes a line at once, after the buffered ones. */
  write(line: string): void {
    this.flush();
    this.#writeOut(line);
  }

  /** Writes a line at once, or buffers it for a while. */
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
      // The disk is full, or the reader of the log has closed its end. The server continues without a log.
    }
  }

  /** Only outputs with a `drain` event are limited. Other outputs must buffer by themselves. */
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
