import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { maxConnections } from "../../src/server/descriptors.ts";
import { COMMAND_LINE, plainEnvironment } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";

test("the limit on connections leaves file descriptors for files and for the admin server", () => {
  // A quarter of the limit, but 24 to 256, is reserved, and 30 are open: 64 - 30 - 24, 1024 - 30 - 256, 20000 - 30 - 256. The admin server
  // gets a third of the reserve.
  expect([64, 1024, 20_000].map((limit) => maxConnections(limit, 30, "main"))).toEqual([10, 738, 19_714]);
  expect([64, 1024, 20_000].map((limit) => maxConnections(limit, 30, "admin"))).toEqual([8, 85, 85]);
  expect(maxConnections(64, 60, "main")).toBe(1);
  expect(maxConnections(Infinity, 30, "main")).toBe(Infinity);
});

const WINDOWS = process.platform === "win32";

test.skipIf(WINDOWS)(
  "a server with 80 file descriptors survives 100 idle connections and logs those that it refused",
  async () => {
    const limited = ["-c", 'ulimit -n 80; exec "$0" "$@"', process.execPath, COMMAND_LINE];
    const args = ["serve", "--data", "data/sample", "--at", "2023-12-15T12:00", "--port", "0", "--admin-port", "0"];
    const server = spawn("/bin/sh", [...limited, ...args], { cwd: ROOT, env: plainEnvironment() });
    onTestFinished(() => void server.kill("SIGKILL"));
    let [out, err] = ["", ""];
    server.stdout.on("data", (text) => (out += String(text)));
    server.stderr.on("data", (text) => (err += String(text)));
    await expect.poll(() => out + err, { timeout: 20_000 }).toContain("not shown again");
    const main = /^address: (.*)\/v2$/m.exec(out)?.[1];
    const admin = /^metrics: (.*)\/metrics$/m.exec(out)?.[1];
    const silent = Array.from({ length: 100 }, () => {
      const socket = connect(Number(new URL(main!).port), "127.0.0.1");
      socket.on("error", () => {});
      return socket;
    });
    // Longer than the sampling interval of the pressure plugin: without free descriptors, sampling would crash the process.
    await wait(1500);
    expect(server.exitCode).toBe(null);
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    const refused = Number(/^hindcast_connections_refused_total (\d+)$/m.exec(metrics)?.[1]);
    expect(refused).toBeGreaterThan(50);
    expect(refused).toBeLessThan(100);
    await expect.poll(() => err).toContain("connections were rejected: too many are open");
    for (const socket of silent) socket.destroy();
    // The server may need a moment to notice closed connections.
    const health = async () => (await fetch(`${main}/health`).catch(() => undefined))?.status;
    await expect.poll(health, { timeout: 5000 }).toBe(200);
  },
);
