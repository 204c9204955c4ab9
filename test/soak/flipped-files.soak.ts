import { join } from "node:path";
import { expect, test } from "vitest";
import { FROM_SOURCE, node } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import type { FlippedFiles } from "../support/flipped-files.ts";

test.each([1, 2, 3, 4])("2,500 changed bytes in files, with seed %i, hang no reader", async (seed) => {
  const program = join(ROOT, "test/support/flipped-files.ts");
  const { code, out, err } = await node([...FROM_SOURCE, program, "2500", String(seed)], ROOT, 600_000);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const { strange, slowestMs } = JSON.parse(out) as FlippedFiles;
  expect(strange).toEqual([]);
  expect(slowestMs).toBeLessThan(10_000);
});
