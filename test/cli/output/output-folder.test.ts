import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkOutputFolder, writeFiles } from "../../../src/cli/output/output-folder.ts";
import { ROOT } from "../../house/source-files.ts";
import { node } from "../child-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder({ "a-file": "", "old/trades.csv": "old", "taken/b.csv/inside": "" });

test("an output folder is created, and no temporary files are left in it", async () => {
  const out = join(folder, "new/deep");
  await checkOutputFolder(out);
  await writeFiles(
    out,
    new Map([
      ["a.json", ["{", "}"]],
      ["b.csv", ["x\n"]],
    ]),
  );
  expect(readdirSync(out)).toEqual(["a.json", "b.csv"]);
  expect(readFileSync(join(out, "a.json"), "utf8")).toBe("{}");
});

test("an obsolete file in an output folder is deleted only after the new files are written", async () => {
  const out = join(folder, "again");
  await writeFiles(
    out,
    new Map([
      ["report.html", ["first"]],
      ["result.json", ["1"]],
    ]),
  );
  await expect(writeFiles(join(out, "result.json"), new Map([["a", ["x"]]]), ["report.html"])).rejects.toThrow();
  expect(readdirSync(out)).toEqual(["report.html", "result.json"]);
  await writeFiles(out, new Map([["result.json", ["2"]]]), ["report.html"]);
  await writeFiles(out, new Map([["result.json", ["2"]]]), ["report.html"]);
  expect(readdirSync(out)).toEqual(["result.json"]);
});

test("an output folder keeps its old files and gets no new ones if a new file cannot be written", async () => {
  function* broken(): Generator<string> {
    yield "half";
    throw new Error("no more");
  }
  const out = join(folder, "old");
  await expect(
    writeFiles(
      out,
      new Map<string, Iterable<string>>([
        ["trades.csv", ["new"]],
        ["b", broken()],
      ]),
    ),
  ).rejects.toThrow("no more");
  expect(readdirSync(out)).toEqual(["trades.csv"]);
  expect(readFileSync(join(out, "trades.csv"), "utf8")).toBe("old");
});

test("a file at the path of the output folder is reported before and after the run", async () => {
  const out = join(folder, "a-file/out");
  const message = `folder ${out} cannot be written: a file has this name`;
  await expect(checkOutputFolder(out)).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE", message });
  await expect(writeFiles(out, new Map([["a", ["x"]]]))).rejects.toMatchObject({
    code: "OUTPUT_NOT_WRITABLE",
    message,
  });
  await expect(checkOutputFolder(join(folder, "a-file"))).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE" });
});

test("a folder at the path of an output file is reported", async () => {
  const out = join(folder, "taken");
  await expect(writeFiles(out, new Map([["b.csv", ["x"]]]))).rejects.toMatchObject({
    code: "OUTPUT_NOT_WRITABLE",
    message: `folder ${out} cannot be written: EISDIR`,
  });
  expect(readdirSync(out)).toEqual(["b.csv"]);
});

test("an output folder that cannot be created is reported at once", async () => {
  // Only Linux has such a file system: /proc. Elsewhere a file blocks the path.
  const out = process.platform === "linux" ? "/proc/hindcast/report" : join(folder, "a-file", "hindcast/report");
  await expect(writeFiles(out, new Map([["a", ["x"]]]))).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE" });
});

test("an interrupt while an output folder is written leaves no files", async () => {
  const out = join(folder, "interrupted");
  const program = `
    import { writeFiles } from ${JSON.stringify(join(ROOT, "dist/cli/output/output-folder.js"))};
    function* interrupted() {
      yield "x".repeat(100_000);
      process.kill(process.pid, "SIGINT");
      for (;;) yield "x".repeat(100_000);
    }
    await writeFiles(${JSON.stringify(out)}, new Map([["a", ["whole"]], ["b", interrupted()]]));`;
  expect(await node(["--input-type=module", "--eval", program])).toEqual({
    code: 130,
    out: "",
    err: "",
  });
  expect(readdirSync(out)).toEqual([]);
});
