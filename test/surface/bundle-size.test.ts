import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { build as buildPage, type Plugin, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { SETTING_ROWS } from "../../src/engine/settings.ts";
import { indicators } from "../../src/indicators/catalog.ts";
import { SETTING_TEXTS } from "../../src/report/setting-texts.ts";
import { ROOT } from "../house/source-files.ts";

interface Size {
  readonly minified: number;
  readonly compressed: number;
}

/** Bytes that a web page may load for one imported indicator, minified but not compressed. */
const LIMIT = 4096;

/** Allowed sizes, in bytes, of indicators of 4 KB or more. A size may be lowered but not raised. */
const LARGER = JSON.parse(readFileSync(`${ROOT}/test/surface/bundle-sizes.json`, "utf8")) as Record<string, number>;

/** Indicators of 4 KB or more even after compression: combinations of other indicators, and patterns with many conditions. */
const LARGER_COMPRESSED = [
  "abandonedBaby",
  "advanceBlock",
  "adx",
  "adxr",
  "breakaway",
  "chandelier",
  "chop",
  "closingMarubozu",
  "concealingBabySwallow",
  "darkCloudCover",
  "dojiStar",
  "eveningDojiStar",
  "eveningStar",
  "fisher",
  "frama",
  "gapSideBySideWhite",
  "hammer",
  "hangingMan",
  "identicalThreeCrows",
  "invertedHammer",
  "kicking",
  "kickingByLength",
  "matHold",
  "modifiedHikkake",
  "morningDojiStar",
  "morningStar",
  "ppo",
  "prettyGood",
  "rickshawMan",
  "riseFallThreeMethods",
  "rvi",
  "separatingLines",
  "shootingStar",
  "smi",
  "squeeze",
  "stalledPattern",
  "starc",
  "stc",
  "stochastic",
  "stochrsi",
  "tasukiGap",
  "threeBlackCrows",
  "threeInside",
  "threeLineStrike",
  "threeStarsInTheSouth",
  "threeWhiteSoldiers",
  "twoCrows",
  "uniqueThreeRiver",
  "upsideGapTwoCrows",
  "vhf",
];

/** Bundles, for each name, a page that imports only that name, and returns its code. */
async function bundles(names: readonly string[], subpath: string): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => ({ in: `only:${name}`, out: name })),
    plugins: [
      {
        name: "only",
        setup(builder) {
          builder.onResolve({ filter: /^only:/ }, ({ path }) => ({ path: path.slice(5), namespace: "only" }));
          builder.onLoad({ filter: /./, namespace: "only" }, ({ path }) => ({
            contents: `export { ${path} } from "${subpath}";`,
            resolveDir: ROOT,
          }));
        },
      },
    ],
    conditions: ["@hindcast/source"],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    outdir: "out",
    logLevel: "error",
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path, ".js"), contents]));
}

async function bundled(names: readonly string[], subpath: string): Promise<Map<string, Size>> {
  const sizes = [...(await bundles(names, subpath))].map(([name, contents]): [string, Size] => [
    name,
    { minified: contents.length, compressed: gzipSync(contents).length },
  ]);
  return new Map(sizes);
}

const names = Object.keys(indicators);

test("a web page that imports one indicator loads less than 4 KB, or at most the size listed in bundle-sizes.json", async () => {
  const sizes = [...(await bundled(names, "hindcast/indicators"))];
  expect(sizes.length).toBe(names.length);
  const minified = sizes.map(([name, size]) => [name, size.minified] as const);
  const heavy = minified.filter(([name, size]) => size > (LARGER[name] ?? LIMIT - 1));
  expect(Object.fromEntries(heavy), "heavier than allowed").toEqual({});
  const light = minified.filter(([name, size]) => name in LARGER && (size < LIMIT || size < LARGER[name]! - 400));
  expect(Object.fromEntries(light), "lighter than their rows: lower or remove these").toEqual({});
  expect(Object.keys(LARGER).filter((name) => !Object.hasOwn(indicators, name))).toEqual([]);
  // Not compared with exact sizes, since versions of zlib differ by a few bytes.
  const larger = sizes.filter(([name, { compressed }]) => compressed >= LIMIT && !LARGER_COMPRESSED.includes(name));
  expect(Object.fromEntries(larger), "4 KB or more when compressed").toEqual({});
});

test("a web page that uses only ta.rsi loads no code of other indicators", async () => {
  const page = async (code: string): Promise<number> => {
    const entry: Plugin = {
      name: "entry",
      enforce: "pre",
      resolveId: (id) => (id.endsWith("page.js") ? id : undefined),
      load: (id) => (id.endsWith("page.js") ? code : undefined),
    };
    const made = await buildPage({
      configFile: false,
      root: ROOT,
      logLevel: "error",
      plugins: [entry],
      resolve: { conditions: ["@hindcast/source"], alias: { hindcast: `${ROOT}/src/index.ts` } },
      build: { write: false, lib: { entry: "page.js", formats: ["es"] } },
    });
    return [made as Rolldown.RolldownOutput].flat()[0]!.output[0].code.length;
  };
  const named = await page(`export { rsi } from "${ROOT}/src/indicators/index.ts";`);
  const member = await page(`import { ta } from "hindcast";\nexport const rsi = ta.rsi;`);
  expect(Math.abs(member - named)).toBeLessThan(50);
});

test("an indicator from hindcast/technicalindicators is at most 2 KB larger than the one from hindcast/indicators", async () => {
  const subpath = await bundled(["SMA", "RSI", "BollingerBands", "doji"], "hindcast/technicalindicators");
  const own = await bundled(["sma", "rsi", "bollinger", "doji"], "hindcast/indicators");
  const added = [...subpath.values()].map(({ minified }, i) => minified - [...own.values()][i]!.minified);
  expect(Math.max(...added)).toBeLessThan(2048);
});

test("a web page that imports backtest contains the names of all settings, but not their help texts", async () => {
  const page = Buffer.from((await bundles(["backtest"], "hindcast")).get("backtest")!).toString();
  const missing = SETTING_ROWS.map(([name]) => name).filter((name) => !page.includes(name));
  expect(missing).toEqual([]);
  const carried = Object.values(SETTING_TEXTS)
    .map(({ help: [, says] }) => says)
    .filter((says) => page.includes(says));
  expect(carried).toEqual([]);
});
