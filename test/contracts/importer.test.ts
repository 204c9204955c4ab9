import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { barProblems } from "../../src/market/validate-bars.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { importers } from "../../src/data/importers/catalog.ts";
import type { Importer, ImportSettings } from "../../src/data/importing/importer.ts";
import { type Imported, importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportReport } from "../../src/data/importing/import-report.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { IMPORT_SAMPLES, type ImportSample } from "../support/import-samples.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

/* These tests run for every importer of the catalog. A new importer needs an export in its folder's index.ts and a sample file. */
const files = temporaryFiles();

async function imported(
  importer: Importer,
  sample: ImportSample,
  content: string | Uint8Array = sample.content,
  settings: ImportSettings = {},
): Promise<Imported> {
  const before = sample.after === undefined ? undefined : IMPORT_SAMPLES[sample.after]!;
  const into =
    before &&
    (await importMarket({
      importer: sample.after!,
      files: [{ file: files.write(before.file, before.content) }],
      settings: before.settings ?? {},
    }));
  const file = files.write(sample.file, content);
  return importMarket({
    importer,
    files: [{ file }],
    settings: { ...sample.settings, ...settings },
    ...(into && { into: into.market }),
  });
}

async function refusal(promise: Promise<unknown>): Promise<ImportReport> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindcastError)) throw new Error(`expected a HindcastError, got ${String(error)}`);
  expect(error.code).toBe("IMPORT_REFUSED");
  return error.details["report"] as ImportReport;
}

test("every importer has a sample file", () => {
  expect(Object.keys(IMPORT_SAMPLES).toSorted()).toEqual([...importers.keys()].toSorted());
});

describe.each([...importers.values()].map((importer) => ({ name: importer.name, importer })))(
  "importer $name",
  ({ importer }) => {
    const sample = IMPORT_SAMPLES[importer.name]!;

    test("has a title and the ending of its sample file", () => {
      expect(importer.title).toMatch(/^[A-Z].*[^.]$/);
      expect(importer.endings.some((ending) => sample.file.endsWith(ending))).toBe(true);
    });

    test("reads all rows of its sample file into valid bars, quotes, chains and actions of known instruments", async () => {
      const { market, report } = await imported(importer, sample);
      const symbols = new Set(market.instruments.map(({ symbol }) => symbol));
      expect(report.refused.count).toBe(0);
      expect(market.series.length + market.chains.length).toBeGreaterThan(0);
      for (const { symbol, bars } of market.series) {
        expect(symbols).toContain(symbol);
        expect(barProblems(bars)).toEqual([]);
      }
      for (const { symbol } of [...market.quotes, ...market.chains, ...market.actions])
        expect(symbols).toContain(symbol);
      expect(market.notes).toContain(
        `Imported with the importer ${importer.name}: ${basename(sample.file)}, SHA-256 ${report.files[0]!.sha256}.`,
      );
    });

    test("reads equal data from a gzipped file and from a file with Windows line ends", async () => {
      const { market } = await imported(importer, sample);
      for (const content of [sample.content, gzipSync(sample.content), sample.content.replaceAll("\n", "\r\n")]) {
        const again = await imported(importer, sample, content);
        expect({ ...again.market, notes: [] }).toEqual({ ...market, notes: [] });
      }
    });

    test("imports a market that is unchanged after it was written to a recording and opened", async () => {
      const { market } = await imported(importer, sample);
      const folder = join(files.folder, `${importer.name}-recording`);
      await writeRecording(folder, market);
      const read = (await (await openRecording(folder)).load()).market();
      for (const part of ["instruments", "series", "actions", "quotes", "chains"] as const) {
        expect(read[part]).toEqual(market[part]);
      }
    });

    test.runIf(sample.badRow !== "")(
      "reports the line of a bad row, and leaves the row out with skipBadRows",
      async () => {
        const lines = sample.content.trimEnd().split("\n");
        const content = `${[...lines.slice(0, -1), sample.badRow].join("\n")}\n`;
        const report = await refusal(imported(importer, sample, content));
        expect(report.refused).toMatchObject({ count: 1, rows: 1, list: [{ line: lines.length }] });
        expect(report.refused.list[0]!.field).not.toBeNull();

        const skipped = await imported(importer, sample, content, { skipBadRows: true });
        expect(skipped.report.refused.list).toEqual(report.refused.list);
        const without = await imported(importer, sample, `${lines.slice(0, -1).join("\n")}\n`);
        expect(skipped.market.series).toEqual(without.market.series);
        expect(skipped.market.chains).toEqual(without.market.chains);
        expect(skipped.market.notes).toContainEqual(
          expect.stringMatching(/^Bad rows that were left out of \S+: 1 \(1 \w+\)\.$/),
        );
      },
    );

    test("refuses an empty file and a file in another format", async () => {
      for (const content of ["", "\n", "PK\u0003\u0004", "<html>no</html>\n"])
        await refusal(imported(importer, sample, content));
    });

    test("either reads a truncated or garbled file or throws IMPORT_REFUSED", async () => {
      const bytes = Buffer.from(sample.content);
      const garbled = fc
        .tuple(fc.nat(bytes.length), fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 3 }))
        .map(([end, changes]) => {
          const content = Buffer.from(bytes);
          for (const [at, byte] of changes) content[at] = byte;
          return content.subarray(0, end);
        });
      await fc.assert(
        fc.asyncProperty(garbled, fc.boolean(), async (content, skipBadRows) => {
          const outcome = await imported(importer, sample, content, { skipBadRows }).catch((error: unknown) => error);
          if (outcome instanceof Error)
            expect(outcome).toMatchObject({ name: "HindcastError", code: "IMPORT_REFUSED" });
          else for (const { bars } of (outcome as Imported).market.series) expect(barProblems(bars)).toEqual([]);
        }),
        { numRuns: 60 },
      );
    });
  },
);
