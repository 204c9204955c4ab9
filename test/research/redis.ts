import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";

/** Whether redis-server is installed. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** Starts a Redis server without persistence on a free port. */
export async function startRedis(
  ...options: readonly string[]
): Promise<{ readonly url: string; readonly port: number; readonly process: ChildProcess }> {
  const port = await freePort();
  return { url: `redis://127.0.0.1:${port}`, port, process: await startRedisAt(port, ...options) };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** Starts a Redis server without persistence on the given port. */
export async function startRedisAt(port: number, ...options: readonly string[]): Promise<ChildProcess> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tmpdir()];
  const server = spawn("redis-server", [...args, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of server.stdout) {
    text += String(chunk);
    if (text.includes("Ready to accept connections")) break;
  }
  return server;
}
