import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../house/source-files.ts";
import { COMMAND_LINE } from "./apart.ts";

/** The command that serves the sample. */
export const SERVE_SAMPLE = ["serve", "--data", join(ROOT, "data", "sample")];

/** The command in a process of its own, once it has said where it listens. */
export async function started(...more: readonly string[]) {
  // The server starts slowly while other tests use the processors.
  const patient = ["--port", "0", "--max-delay", "0"];
  const child = spawn(process.execPath, [COMMAND_LINE, ...SERVE_SAMPLE, ...patient, ...more], { cwd: ROOT });
  const text = { out: "", err: "" };
  child.stderr.on("data", (chunk: Buffer) => (text.err += String(chunk)));
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      text.out += String(chunk);
      if (text.out.includes("market time:")) resolve();
    });
    child.on("exit", () => reject(new Error(text.err)));
  });
  const address = /address: (\S+)/.exec(text.out)?.[1] ?? "";
  return { child, text, ended, address };
}
