import type { Terminal } from "../../src/report/terminal/terminal.ts";

/** Exit code and output of one call of the command line. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Returns an answer without the lines on how files were understood, with which commands that read files begin their output. */
export function withoutReadings({ code, out, err }: Answer): Answer {
  const lines = /^(?:[^\s:]+: [\w -]+; .*\.\n)+\n?/;
  return { code, out: out.replace(lines, ""), err: err.replace(lines, "") };
}

/** Terminal and environment of a call. */
export interface CallOptions {
  /** Width of the terminal in characters. Without it, output goes to a pipe. */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the function `main` of the command line in this process. The caller passes the one from source or the built one. */
export async function answerOf(
  main: (args: readonly string[], terminal: Terminal) => Promise<number>,
  args: readonly string[],
  { columns, env = {} }: CallOptions = {},
): Promise<Answer> {
  const text = { out: "", err: "" };
  const output = (name: keyof typeof text) => ({
    write: (more: string) => {
      text[name] += more;
    },
    ...(columns !== undefined && { isTTY: true, columns }),
  });
  const code = await main(args, { stdout: output("out"), stderr: output("err"), env });
  return { code, ...text };
}
