import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("a run over bars without orders allocates no memory per bar", () => {
  const probe = fileURLToPath(new URL("../support/allocation-probe.ts", import.meta.url));
  const args = ["--import", "tsx", "--conditions=@hindcast/source", probe];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toBe("");
  const { bars, bytes, crossings } = JSON.parse(stdout) as { bars: number; bytes: number; crossings: number };
  expect(crossings).toBeGreaterThan(0);
  // One boxed number per bar would take 16 bytes a bar, 3.2 MB in all. A run allocates some tens of kilobytes, whatever
  // its length.
  expect(bytes / bars).toBeLessThan(2);
});
