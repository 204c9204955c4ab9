import { execFile } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../house/source-files.ts";
import type { Answer } from "./answer.ts";

/** Node as a user of TypeScript starts it: the library as it is built stands behind the public names. */
export const WITH_TYPESCRIPT = ["--import", import.meta.resolve("tsx")] as const;

/** The same with the library's source behind them. */
export const FROM_SOURCE = [...WITH_TYPESCRIPT, "--conditions=@hindcast/source"] as const;

/** The command line as it is installed, for a process of its own; `test/house/built.ts` sees that it is of this source. */
export const COMMAND_LINE = join(ROOT, "dist/node/cli/main.js");

/** Environment of a process of its own: without what the test runner has set, and without colour. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, FORCE_COLOR: _color, ...env } = process.env;
  return { ...env, NO_COLOR: "1" };
}

/** Runs a program of Node in a process of its own, which is killed after `timeoutMs`; 0 is never. */
export function node(args: readonly string[], cwd: string = ROOT, timeoutMs = 0): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { cwd, env: plainEnvironment(), maxBuffer: 64 * 1024 * 1024, timeout: timeoutMs };
    execFile(process.execPath, args, options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

/** Calls the command line in a process of its own. */
export function hindcast(args: readonly string[], cwd?: string): Promise<Answer> {
  return node([COMMAND_LINE, ...args], cwd);
}

/**
 * Answers to several calls, one after the other in one process of its own, where files are loaded as a user's are. The command line is as it is built, and
 * so are the threads that it starts: each would compile the library for itself. `columns` has the width of the terminal of each call that has one.
 */
export async function callApart(
  calls: readonly (readonly string[])[],
  cwd?: string,
  columns: readonly (number | undefined)[] = [],
): Promise<readonly Answer[]> {
  const program = `
    import { main } from ${JSON.stringify(join(ROOT, "dist/node/cli/program.js"))};
    const widths = ${JSON.stringify(columns)};
    const answers = [];
    for (const [i, args] of ${JSON.stringify(calls)}.entries()) {
      const text = { out: "", err: "" };
      const terminal = widths[i] ? { isTTY: true, columns: widths[i] } : {};
      const output = (name) => ({ write: (more) => { text[name] += more; }, ...terminal });
      const code = await main(args, { stdout: output("out"), stderr: output("err"), env: { NO_COLOR: "1" } });
      answers.push({ code, ...text });
    }
    process.stdout.write(JSON.stringify(answers));`;
  const { out, err } = await node(["--input-type=module", "--eval", program], cwd);
  if (out === "") throw new Error(`the calls were not answered: ${err}`);
  return JSON.parse(out) as readonly Answer[];
}
