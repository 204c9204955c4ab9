import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import * as technicalIndicators from "technicalindicators";
import { expect, test } from "vitest";
import { readJson, ROOT } from "../house/source-files.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { exportedNames } from "./exported-names.ts";
import { packageSubpaths } from "./package-subpaths.ts";

const run = promisify(execFile);
const { folder } = temporaryFiles();
const theirs = technicalIndicators as unknown as Readonly<
  Record<string, { readonly prototype?: { nextValue?: unknown } }>
>;

/** Source of a library built on hindcast, which exports a strategy and an indicator of its own. */
const OWN = `
import { defineIndicator, defineStrategy, param, Stream, ta } from "hindcast";
export const cross = defineStrategy({
  name: "cross",
  params: { fast: param.integer({ default: 10, min: 2 }), share: param.number({ default: 1 }), short: param.boolean({ default: false }) },
  indicators: ({ close }, { fast }) => ({ fast: ta.sma(close, fast) }),
  onBar() {},
});
class Last extends Stream<number> {
  update(source: number): number {
    return source;
  }
}
export const last = defineIndicator({
  name: "last", title: "Last", category: "price", inputs: ["source"], memory: "window",
  params: { period: param.integer({ default: 1 }), kind: param.choice(["a", "b"], { default: "a" }), tag: param.text({ default: "" }) },
  outputs: { value: { title: "Last", scale: { source: 1 } } },
  warmup: () => 0,
  batch: ([source], _, [out]) => out!.set(source),
  stream: () => new Last(),
});
`;

/** Source that uses each class of hindcast/technicalindicators as a type, as programs for technicalindicators do. */
const STUDIES = `
import * as library from "hindcast/technicalindicators";
${Object.entries(theirs)
  .filter(([name, { prototype }]) => prototype?.nextValue !== undefined && name !== "VolumeProfile")
  .map(([name]) => `export const results${name} = (study: library.${name}) => new Map([[study, study.getResult()]]);`)
  .join("\n")}
import { KeltnerChannels, MACD, SMA } from "hindcast/technicalindicators";
export const bands: KeltnerChannels["result"][number] = { middle: 2, upper: 3, lower: 1 };
export const input: ConstructorParameters<typeof KeltnerChannels>[0] =
  { maPeriod: 20, atrPeriod: 10, multiplier: 2, useSMA: true, high: [], low: [], close: [] };
export class Averages {
  readonly fast: SMA = new SMA({ period: 2, values: [] });
  readonly all: readonly SMA[] = [this.fast];
  readonly lines = new Map<string, MACD>();
  next(price: number): number | undefined {
    const line: MACD | undefined = this.lines.get("x");
    const histogram: number | undefined = line?.nextValue(price)?.histogram;
    return histogram ?? this.all.map((study: SMA) => study.nextValue(price))[0];
  }
}
`;

test("libraries that export values of hindcast can be compiled to declaration files", async () => {
  const modules = join(folder, "node_modules");
  const installed = join(modules, "hindcast");
  mkdirSync(installed, { recursive: true });
  // Copied, since the TypeScript compiler does not treat linked files as an installed package.
  cpSync(join(ROOT, "dist"), join(installed, "dist"), {
    recursive: true,
    filter: (path) => !path.includes("dist/web") && (!path.split("/").at(-1)!.includes(".") || path.endsWith(".d.ts")),
  });
  cpSync(join(ROOT, "package.json"), join(installed, "package.json"));
  for (const name of ["fastify", "typebox", "ws", "@types"])
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const files = [
    ["own.ts", OWN] as const,
    ["studies.ts", STUDIES] as const,
    ...packageSubpaths().map(({ publicName, source }) => {
      const values = [...exportedNames(join(ROOT, source))]
        .filter(([, { kind }]) => kind === "value")
        .map(([name]) => name);
      const text = values.map((name) => `export const of_${name} = library.${name};`).join("\n");
      return [`${publicName.replace("/", "-")}.ts`, `import * as library from "${publicName}";\n${text}\n`] as const;
    }),
  ];
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const options =
    "--strict --declaration --emitDeclarationOnly --skipLibCheck --module nodenext --target es2023 --outDir out";
  // Each file is compiled alone: an import in one file would let the compiler name its types in all others.
  const failed = await Promise.all(
    files.map(([name]) =>
      run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...options.split(" "), name], {
        cwd: folder,
      }).then(
        () => "",
        (error: unknown) => (error as { stdout: string }).stdout,
      ),
    ),
  );
  expect(failed.filter((text) => text !== "")).toEqual([]);
});

test("the published type declarations import only packages that npm installs with hindcast", () => {
  const { dependencies } = readJson("package.json") as { readonly dependencies: Readonly<Record<string, string>> };
  const seen = new Set(packageSubpaths().map(({ types }) => join(ROOT, types)));
  const named = new Set<string>();
  for (const file of seen) {
    for (const [, from] of readFileSync(file, "utf8").matchAll(/^(?!\s*\*).*?(?:from |import\(|import )"([^"]+)"/gmu)) {
      const path = join(dirname(file), from!.replace(/(?:\.js|\.ts)$/u, ".d.ts"));
      if (!from!.startsWith(".")) named.add(/^(?:@[^/]+\/)?[^/]+/u.exec(from!)![0]);
      else if (existsSync(path)) seen.add(path);
    }
  }
  expect(seen.size).toBeGreaterThan(500);
  const may = new Set(Object.keys(dependencies));
  expect([...named].filter((name) => !may.has(name) && !name.startsWith("node:"))).toEqual([]);
});
