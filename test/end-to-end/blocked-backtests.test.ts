import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { COMMAND_LINE, plainEnvironment } from "../cli/child-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";

/** A strategy that writes its process id to a file and then blocks its thread in native code. */
const BLOCKS = `import { writeFileSync } from "node:fs";
  import { defineStrategy } from "hindcast";
  export default defineStrategy({
    name: "blocks",
    onBar() {
      writeFileSync(new URL("pid", import.meta.url), String(process.pid));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  });`;
const NEVER = "await new Promise(() => {});\n";
const folder = temporaryFolder({ "own/blocks.mjs": BLOCKS, "own/never.mjs": NEVER });
const PID = join(folder, "own", "pid");

let server: ChildProcess;
let key: string;
let err = "";
afterAll(() => server.kill("SIGKILL"));

/** Starts the server with its state, and returns its address. */
async function serve(): Promise<string> {
  const { HINDCAST_KEY: _key, ...env } = plainEnvironment();
  const args = ["--data", join(ROOT, "data", "sample"), "--at", "2023-12-15T12:00", "--port", "0"];
  const own = ["--strategies", join(folder, "own"), "--state", join(folder, "state.db"), "--max-delay", "0"];
  server = spawn(process.execPath, [COMMAND_LINE, "serve", ...args, ...own], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  server.stderr!.on("data", (chunk: Buffer) => (err += String(chunk)));
  let out = "";
  for await (const chunk of server.stdout!.iterator({ destroyOnReturn: false })) {
    out += String(chunk);
    if (out.includes("market time:") && (key !== undefined || out.includes("enterprise"))) break;
  }
  key ??= /enterprise +(hc_\w+)/.exec(out)![1]!;
  return /address: (\S+)/.exec(out)![1]!;
}

/** Waits until the backtest blocks. Returns the id of its process. */
async function blockedProcess(): Promise<number> {
  while (!existsSync(PID) || readFileSync(PID, "utf8") === "") await sleep(10);
  const pid = Number(readFileSync(PID, "utf8"));
  rmSync(PID);
  return pid;
}

async function end(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]> {
  const ended = once(server, "exit");
  server.kill(signal);
  return (await ended) as [number | null, NodeJS.Signals | null];
}

async function processEnd(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(10);
  }
}

test("a server with a blocked backtest ends at SIGTERM, runs the backtest again after a restart, and leaves no process when killed", async () => {
  const address = await serve();
  // A strategy file that never finishes loading does not keep the server from offering the other strategies.
  expect(err).toMatch(/^skipped a strategy file: \S*never\.mjs cannot be loaded: a top-level await never settles\n$/);
  const answer = await fetch(`${address}/trading/backtests`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ strategy: "blocks", symbols: ["KO"], interval: "1d", from: "2023-01-03", to: "2023-06-30" }),
  });
  expect(answer.status).toBe(202);
  let pid = await blockedProcess();
  const since = performance.now();
  expect(await end("SIGTERM")).toEqual([0, null]);
  expect(performance.now() - since).toBeLessThan(8_000);
  await processEnd(pid);

  await serve();
  pid = await blockedProcess();
  expect(await end("SIGKILL")).toEqual([null, "SIGKILL"]);
  await processEnd(pid);
}, 60_000);
