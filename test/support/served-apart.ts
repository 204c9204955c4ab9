import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { COMMAND_LINE, plainEnvironment } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";

/**
 * Code that answers every message with the process's memory after a garbage collection. Threads also load it, but have no channel for
 * messages.
 */
const PROBE = `if (process.channel) {
  process.on("message", () => { globalThis.gc(); process.send(process.memoryUsage()); });
  process.channel.unref();
}`;

/** A server that the command line started in a separate process. */
export interface ServedApart {
  readonly child: ChildProcess;
  readonly port: number;
  /** API keys that the server created at its start, by tier; empty if its state already had keys. */
  readonly keys: Readonly<Record<string, string>>;
  /** Returns what the server printed on standard error. */
  readonly errors: () => string;
  /** Returns the number of bytes on the server's heap and outside it, after a garbage collection. */
  readonly live: () => Promise<number>;
  /** Returns the resident memory of the server's process in bytes. */
  readonly resident: () => number;
  /** Kills the server. */
  readonly kill: () => Promise<void>;
}

/** Starts `hindcast serve` over the sample. `limits` are shell commands that run first, such as `ulimit -n 256`. */
export async function serveApart(args: readonly string[] = [], limits = ""): Promise<ServedApart> {
  const probe = `data:text/javascript,${encodeURIComponent(PROBE)}`;
  const command = ["--expose-gc", "--import", probe, COMMAND_LINE, "serve", "--data", "data/sample", "--port", "0"];
  const child = spawn("bash", ["-c", `${limits}\nexec "$0" "$@"`, process.execPath, ...command, ...args], {
    cwd: ROOT,
    env: plainEnvironment(),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let [out, err] = ["", ""];
  child.stdout!.on("data", (text) => (out += String(text)));
  child.stderr!.on("data", (text) => (err = (err + String(text)).slice(-1_000_000)));
  while (!/^market time: .*\n/m.test(out)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${err}`);
    await sleep(20);
  }
  // The keys are printed right after the address, so they have arrived after a short wait.
  await sleep(100);
  const port = Number(/^address: http:.*:(\d+)\/v2$/m.exec(out)?.[1]);
  const keys = Object.fromEntries([...out.matchAll(/^ {2}(\w+) +(hc_\S+)$/gm)].map(([, tier, text]) => [tier, text!]));
  return {
    child,
    port,
    keys,
    errors: () => err,
    async live() {
      child.send("memory");
      const [{ heapUsed, external }] = (await once(child, "message")) as [NodeJS.MemoryUsage];
      return heapUsed + external;
    },
    resident: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1024,
    async kill() {
      if ((child.exitCode ?? child.signalCode) !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
