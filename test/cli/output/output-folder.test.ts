import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkOutputFolder, writeFiles } from "../../../src/cli/output/output-folder.ts";
import { ROOT } from "../../house/source-files.ts";
import { node } from "../apart.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder({ "a-file": "", "old/trades.csv": "old", "taken/b.csv/inside": "" });

test("files appear in a folder that is made for them, and nothing beside them", async () => {
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

test("a file that is left out goes when the others are there, and stays where they cannot be written", async () => {
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

test("when one cannot be written, none is, and the old ones stay", async () => {
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

test("a file in the way is told before a run and after", async () => {
  const out = join(folder, "a-file/out");
  const message = `folder ${out} cannot be written: a file has this name`;
  await expect(checkOutputFolder(out)).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE", message });
  await expect(writeFiles(out, new Map([["a", ["x"]]]))).rejects.toMatchObject({
    code: "OUTPUT_NOT_WRITABLE",
    message,
  });
  await expect(checkOutputFolder(join(folder, "a-file"))).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE" });
});

test("a folder with the name of a file is told too", async () => {
  const out = join(folder, "taken");
  await expect(writeFiles(out, new Map([["b.csv", ["x"]]]))).rejects.toMatchObject({
    code: "OUTPUT_NOT_WRITABLE",
    message: `folder ${out} cannot be written: EISDIR`,
  });
  expect(readdirSync(out)).toEqual(["b.csv"]);
});

test("a file system that takes no folders is told, and not waited for", async () => {
  // Other systems have no such file system; there a file stands in the way.
  const out = process.platform === "linux" ? "/proc/hindcast/report" : join(folder, "a-file", "hindcast/report");
  await expect(writeFiles(out, new Map([["a", ["x"]]]))).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE" });
});

test("an interrupt while files are written leaves none of them", async () => {
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
