import { execFile } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../house/source-files.ts";
import type { Answer } from "./answer.ts";

/** Arguments that make Node run TypeScript files. Their imports of `hindcast` lead to the built library, as for a user. */
export const WITH_TYPESCRIPT = ["--import", import.meta.resolve("tsx")] as const;

/** Arguments that make Node run TypeScript files. Their imports of `hindcast` lead to the source. */
export const FROM_SOURCE = [...WITH_TYPESCRIPT, "--conditions=@hindcast/source"] as const;

/** File of the built command line. `test/house/built.ts` ensures that the build matches the source. */
export const COMMAND_LINE = join(ROOT, "dist/node/cli/main.js");

/** Environment variables for a child process: without those of the test runner, and without color. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, FORCE_COLOR: _color, ...env } = process.env;
  return { ...env, NO_COLOR: "1" };
}

/** Runs Node in a child process and kills it after `timeoutMs`; 0 means no timeout. */
export function node(args: readonly string[], cwd: string = ROOT, timeoutMs = 0): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { cwd, env: plainEnvironment(), maxBuffer: 64 * 1024 * 1024, timeout: timeoutMs };
    execFile(process.execPath, args, options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

/** Runs the built command line in a child process. */
export function hindcast(args: readonly string[], cwd?: string): Promise<Answer> {
  return node([COMMAND_LINE, ...args], cwd);
}

/**
 * Runs several calls of the command line one after another in a child process, which loads files as a user's process does. The code is built,
 * since each thread would otherwise compile the source. `columns` has the terminal width of each call; `undefined` means a pipe.
 */
export async function callInChild(
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
  if (out === "") throw new Error(`the calls printed nothing: ${err}`);
  return JSON.parse(out) as readonly Answer[];
}
