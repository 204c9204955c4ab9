import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { callInChild, node } from "../cli/child-process.ts";
import { type Answer, withoutReadings } from "../cli/answer.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

// Strategies of a user: files in a folder outside this repository and without package.json, loaded by Node.

const CROSS = `
import { crossedAbove, defineStrategy, param, ta } from "hindcast";
import { sma as again } from "hindcast/indicators";
import { share } from "./helper.ts";

type Period = number;

export const cross = defineStrategy({
  name: "my-cross",
  params: { fast: param.integer({ default: 3 as Period }), short: param.boolean({ default: false }) },
  indicators: ({ close }, { fast }) => ({ fast: ta.sma(close, fast), slow: again(close, fast * 3) }),
  onBar({ ind, orders }) {
    if (crossedAbove(ind.fast, ind.slow)) orders.buy({ percent: share });
    else if (crossedAbove(ind.slow, ind.fast)) orders.close();
  },
});
`;
const PLAIN = `
import { defineStrategy } from "hindcast";
export default defineStrategy({ name: "plain", onBar({ orders, position }) { if (position.direction === "flat") orders.buy({ quantity: 1 }); } });
`;
const folder = temporaryFolder({
  "prices.csv": samplePrices(),
  "cross.ts": CROSS,
  "helper.ts": "export const share: number = 0.5;\n",
  "plain.js": PLAIN,
  "plain.mjs": PLAIN,
  "chatty.js": `console.log("hello");\n${PLAIN}console.table([1]);\n`,
  "remark.mjs": `// A remark.\n${PLAIN}`,
  "two.ts": `
import { defineStrategy } from "hindcast";
export const first = defineStrategy({ name: "first" });
export const second = defineStrategy({ name: "second" });
export default second;
`,
  "none.ts": "export const answer = 42;\n",
  "nothing.ts": "",
  "syntax.ts": "const fine = 1;\nexport const broken = = fine;\n",
  "never.ts": "await new Promise(() => undefined);\n",
  "throws.ts": '\n\nthrow new Error("not today\\nnor tomorrow");\n',
  "import.ts": 'import { missing } from "hindcast";\nexport const x = missing;\n',
  "hook.ts": `
import { defineStrategy } from "hindcast";
export const late = defineStrategy({
  name: "late",
  onBar() {
    const nothing = undefined as unknown as { field: number };
    nothing.field++;
  },
});
`,
  "other.ts": `
import { defineStrategy, ta } from "hindcast";
export const other = defineStrategy({ name: "other", indicators: ({ bars }) => ({ spy: ta.sma(bars({ symbol: "SPY" }).close, 2) }) });
`,
  "mine/a.ts":
    'import { defineStrategy } from "hindcast";\nexport const a = defineStrategy({ name: "mine", description: "My own." });\n',
  "mine/broken.ts": "export const = 1;\n",
  "mine/helper.d.ts": "export {};\n",
});

const run = (reference: string, ...more: string[]) => ["run", reference, "--data", "prices.csv", ...more];
const CALLS = {
  typescript: run("./cross.ts", "--param", "fast=4", "--param", "short=true", "--json"),
  javascript: run("plain.js", "--json"),
  module: run("plain.mjs", "--json"),
  remark: run("remark.mjs", "--json"),
  chatty: run("chatty.js", "--json"),
  chosen: run("two.ts#second", "--json"),
  several: run("two.ts"),
  unknownExport: run("two.ts#third"),
  none: run("none.ts"),
  nothing: run("nothing.ts"),
  syntax: run("syntax.ts"),
  throws: run("throws.ts"),
  never: run("never.ts"),
  import: run("import.ts"),
  hook: run("hook.ts"),
  otherSymbol: run("other.ts"),
  folder: run("mine", "--strategies", "mine", "--json"),
  folderUnknown: run("yours", "--strategies", "mine"),
  list: ["list", "strategies", "--strategies", "mine"],
};
const answers = new Map<string, Answer>();

beforeAll(async () => {
  const results = await callInChild(Object.values(CALLS), folder);
  for (const [i, name] of Object.keys(CALLS).entries()) answers.set(name, withoutReadings(results[i]!));
});

function resultOf(name: keyof typeof CALLS): Record<string, unknown> {
  const { code, out, err } = answers.get(name)!;
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Record<string, unknown>;
}

test("a TypeScript strategy file runs without a build, and can import hindcast and files next to it", () => {
  const { strategy, params, counts } = resultOf("typescript");
  expect({ strategy, params }).toEqual({ strategy: "my-cross", params: { fast: 4, short: true } });
  expect((counts as { trades: number }).trades).toBeGreaterThan(0);
});

test("JavaScript strategy files run as .js and .mjs", () => {
  expect(resultOf("javascript")["strategy"]).toBe("plain");
  expect(resultOf("module")["strategy"]).toBe("plain");
});

test("text that a strategy prints does not mix with the command's JSON", () => {
  const { code, out } = answers.get("chatty")!;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ strategy: "plain" });
});

test("a strategy is selected by its export's name from a file with several strategies", () => {
  expect(resultOf("chosen")["strategy"]).toBe("second");
});

test("a strategy is found by name in a folder, even if another file there does not load", () => {
  expect(resultOf("folder")["strategy"]).toBe("mine");
});

test.each([
  ["several", "two.ts exports 2 strategies: choose one of two.ts#first, two.ts#second"],
  ["unknownExport", 'strategy of two.ts must be one of first, second, was "third"'],
  ["none", "none.ts must export a strategy (the return value of defineStrategy), exports answer"],
  ["nothing", "nothing.ts must export a strategy (the return value of defineStrategy), exports nothing"],
  ["syntax", 'syntax.ts failed to load: Unexpected "=" (syntax.ts, line 2)'],
  ["throws", "throws.ts failed to load: Error: not today nor tomorrow (throws.ts, line 3)"],
  ["never", "never.ts cannot be loaded: a top-level await never settles"],
  [
    "import",
    "import.ts failed to load: SyntaxError: The requested module 'hindcast' does not provide an export named 'missing'",
  ],
  [
    "hook",
    "late failed: TypeError: Cannot read properties of undefined (reading 'field') (late, at 2020-01-02T00:00:00.000Z) (hook.ts, line 7)",
  ],
  ["otherSymbol", "other reads SPY, which must be one of the run's symbols: prices"],
  [
    "folderUnknown",
    'strategy must be the path of a file or one of mine, was "yours"; and mine/broken.ts failed to load: Expected identifier but found "=" (mine/broken.ts, line 1)',
  ],
])("a strategy file that cannot be used is reported in one line: %s", (name, message) => {
  const { code, out, err } = answers.get(name)!;
  // Some versions of Node also name the line of a wrong import, which is removed here.
  const text = err.replace(name === "import" ? / \(import\.ts, line 1\)\n$/ : /\n$/, "").trimEnd();
  expect({ code, out, text }).toEqual({ code: 1, out: "", text: `hindcast: ${message}` });
});

test("hindcast list strategies prints the strategies that load, reports files that do not, and fails", () => {
  expect(answers.get("list")).toEqual({
    code: 1,
    out: "name  description  needs  parameters\nmine  My own.\n",
    err: 'hindcast: mine/broken.ts failed to load: Expected identifier but found "=" (mine/broken.ts, line 1)\n',
  });
});

test("a run's fingerprint depends on the text of its strategy, but its fills do not", () => {
  const [one, same, remark] = [resultOf("javascript"), resultOf("module"), resultOf("remark")];
  expect(same["fingerprint"]).toBe(one["fingerprint"]);
  expect(remark["fingerprint"]).not.toBe(one["fingerprint"]);
  expect(remark["fillHash"]).toBe(one["fillHash"]);
});

const built = join(ROOT, "dist/node/cli/main.js");

test.skipIf(!existsSync(built))(
  "the compiled command line runs strategy files like the command line run from source",
  async () => {
    const fromSource = resultOf("typescript");
    const { code, out, err } = withoutReadings(await node([built, ...CALLS.typescript], folder));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ strategy: "my-cross", params: fromSource["params"] });
  },
);
