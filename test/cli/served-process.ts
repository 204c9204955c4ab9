import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../house/source-files.ts";
import { COMMAND_LINE } from "./child-process.ts";

/** Arguments of the command that serves the sample recording. */
export const SERVE_SAMPLE = ["serve", "--data", join(ROOT, "data", "sample")];

/** Starts `hindcast serve` with the sample recording in a child process and waits until it prints the server's address. */
export function started(...more: readonly string[]) {
  return serving(...SERVE_SAMPLE.slice(1), ...more);
}

/** Starts `hindcast serve` in a child process and waits until it prints the server's address. */
export async function serving(...options: readonly string[]) {
  // Starting the server is slow while other tests use the processors.
  const SERVER_OPTIONS = ["--port", "0", "--max-delay", "0"];
  const child = spawn(process.execPath, [COMMAND_LINE, "serve", ...SERVER_OPTIONS, ...options], { cwd: ROOT });
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
