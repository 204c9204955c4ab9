import { visibleLine } from "../report/terminal/ink.ts";

/** Where text goes: a stream of the process, or what a test reads. */
export interface Output {
  write(text: string): unknown;
  /** Writes text as it is, with what moves the cursor; `write` takes its place where there is none. */
  draw?(text: string): unknown;
  /** Characters that were written and not taken yet, of a stream. */
  readonly writableLength?: number;
  readonly isTTY?: boolean;
  /** Characters in a line; unknown for a file or a pipe. */
  readonly columns?: number;
  /** Lines of a terminal. */
  readonly rows?: number;
}

/** What a command needs of the process around it. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const PLAIN_WIDTH = 80;

/** Characters in a line of an output, 80 where that is unknown. */
export function widthOf({ columns }: Output): number {
  return columns !== undefined && columns > 0 ? columns : PLAIN_WIDTH;
}

/** The width that lines must keep to: that of a terminal; a file or a pipe takes any. */
export function lineWidth(output: Output): number {
  return output.isTTY === true ? widthOf(output) : Infinity;
}

/** Whether text on an output may carry colour: on a terminal, unless NO_COLOR is set; elsewhere only with FORCE_COLOR. */
export function hasColor({ isTTY }: Output, { NO_COLOR, FORCE_COLOR, TERM }: Terminal["env"]): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  return isTTY === true && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
}

/**
 * The same terminal for text of any origin: names of a recording, an answer of a server, a message of a strategy. What `write` gets moves no cursor and
 * sets no title; where there may be colour, that of `ink` stays.
 */
export function visibleTerminal({ stdout, stderr, env }: Terminal): Terminal {
  return { stdout: visibleOutput(stdout, env), stderr: visibleOutput(stderr, env), env };
}

function visibleOutput(output: Output, env: Terminal["env"]): Output {
  const colour = { color: hasColor(output, env) };
  const own: Pick<Required<Output>, "write" | "draw"> = {
    write: (text) => output.write(visibleLine(text, colour)),
    draw: (text) => output.write(text),
  };
  // All else, such as a width that changes, is asked of the stream.
  return new Proxy(output, {
    get(target, name) {
      if (name === "write" || name === "draw") return own[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Writes what moves the cursor. */
export function drawOn(output: Output, text: string): void {
  if (output.draw === undefined) output.write(text);
  else output.draw(text);
}
