import { escapeControls } from "../../primitives/words.ts";
import type { LogOutput } from "../server-settings.ts";

/** So many characters are written at once, however soon they came together. */
const MOST_JOINED = 65_536;
/** So many are held for a reader that does not read: some twenty thousand requests. */
const MOST_HELD = 4 * 1024 * 1024;

/**
 * Lines on their way to an output. A write of a file or a terminal costs more than the line, and is waited for: lines of which nobody waits for one may
 * be kept back for a while and written together. Of an output that is a stream no more is held than a bound: from there on lines are lost until it has
 * taken all that it holds.
 */
export class LogLines {
  /** Told how many lines were lost, when the output takes lines again. */
  onLost: (lines: number) => void = () => {};
  readonly #output: LogOutput;
  readonly #joinMs: number;
  readonly #flush = (): void => this.flush();
  #kept = "";
  #lost = 0;
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
    if (this.#kept.length >= MOST_JOINED) this.flush();
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
    if (this.#lost > 0 || this.#isFull()) {
      this.#lose(lines);
      return;
    }
    try {
      this.#output.write(escapeControls(lines));
    } catch {
      // A full disk or a reader that is gone: the server goes on without a log, and there is nowhere to say so.
    }
  }

  /** Of what never says that it takes lines again, all that is held is its own. */
  #isFull(): boolean {
    return this.#output.once !== undefined && (this.#output.writableLength ?? 0) > MOST_HELD;
  }

  #lose(lines: string): void {
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
