import type { Terminal } from "../../src/cli/terminal.ts";

/** What a call of the command line left behind. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** How the terminal of a call is. */
export interface CallOptions {
  /** Characters in a line of a terminal; without it text goes to a pipe. */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Calls a command line in this process: that of the source, or as it is built. */
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
