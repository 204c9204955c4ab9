import { escapeLine } from "./ink.ts";

/** Output for text: a stream of the process, or a stand-in in a test. */
export interface Output {
  write(text: string): unknown;
  /** Writes text unchanged, including cursor movements. Outputs without this method use `write`. */
  draw?(text: string): unknown;
  /** Number of characters that the stream has not written yet. */
  readonly writableLength?: number;
  readonly isTTY?: boolean;
  /** Width of a terminal in characters; undefined for a file or a pipe. */
  readonly columns?: number;
  /** Height of a terminal in lines. */
  readonly rows?: number;
}

/** The outputs and environment of a program: `process`, or a stand-in in a test. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const DEFAULT_WIDTH = 80;

/** Returns the width of an output, or 80 if the width is unknown. */
export function widthOf({ columns }: Output): number {
  return columns !== undefined && columns > 0 ? columns : DEFAULT_WIDTH;
}

/** Returns the maximum width of a line: the width of a terminal, or infinity for a file or a pipe. */
export function lineWidth(output: Output): number {
  return output.isTTY === true ? widthOf(output) : Infinity;
}

/** Whether text on an output may be colored: on a terminal unless NO_COLOR is set, elsewhere only with FORCE_COLOR. */
export function hasColor({ isTTY }: Output, { NO_COLOR, FORCE_COLOR, TERM }: Terminal["env"]): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  return isTTY === true && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
}

/**
 * Returns a terminal that is safe for untrusted text, such as names of a recording or messages of a strategy. `write` escapes control
 * sequences, except colors of `ink` where colors are allowed.
 */
export function escapingTerminal({ stdout, stderr, env }: Terminal): Terminal {
  return { stdout: escapingOutput(stdout, env), stderr: escapingOutput(stderr, env), env };
}

function escapingOutput(output: Output, env: Terminal["env"]): Output {
  const colorOption = { color: hasColor(output, env) };
  const own: Pick<Required<Output>, "write" | "draw"> = {
    write: (text) => output.write(escapeLine(text, colorOption)),
    draw: (text) => output.write(text),
  };
  // The proxy takes all other properties, such as the width, from the stream.
  return new Proxy(output, {
    get(target, name) {
      if (name === "write" || name === "draw") return own[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Writes text that contains cursor movements. */
export function drawOn(output: Output, text: string): void {
  if (output.draw === undefined) output.write(text);
  else output.draw(text);
}
