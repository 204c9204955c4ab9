import { readFileSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { defineStrategy, param } from "hindcast";
import { between, inline, range, sweep, type Executor, type TrialChunk } from "hindcast/research";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runs } from "../support/runs.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { walkMarket } from "./walk.ts";

const data = walkMarket(400);
const params = { fast: range(3, 12, 3), slow: range(15, 60, 15) };

/** Splits chunks of trials into single trials, so that a sweep can be stopped after any trial. */
function* oneByOne(chunks: Iterable<TrialChunk>): Generator<TrialChunk> {
  for (const { job, trials } of chunks) for (const trial of trials) yield { job, trials: [trial] };
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-journal-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a sweep with a journal", () => {
  test("reuses recorded trials and repeats the trial of an incomplete last line", async () => {
    const journal = join(folder, "torn.ndjson");
    const whole = await sweep(smaCross, data, { params, journal });
    const bytes = await readFile(journal);
    // The journal is cut after its header, five trials and half of the sixth.
    const lines = bytes.toString().split("\n");
    const kept = Buffer.byteLength(`${lines.slice(0, 6).join("\n")}\n`) + 100;
    await truncate(journal, kept);
    const progress: { done: number; ran: number; total: number }[] = [];
    const resumed = await sweep(smaCross, data, { params, journal, onProgress: (now) => progress.push(now) });
    expect(progress.at(-1)).toEqual({ done: 16, ran: 11, total: 16 });
    expect(resumed.checksum).toBe(whole.checksum);
    expect((await readFile(journal)).toString().split("\n")).toHaveLength(lines.length);
  });

  test("gives the same table if the journal was cut at any byte, or the sweep aborted after any trial", async () => {
    const journal = join(folder, "anywhere.ndjson");
    const whole = await sweep(smaCross, data, { params, journal });
    const bytes = await readFile(journal);
    const endings = fc.integer({ min: 0, max: bytes.length });
    await fc.assert(
      fc.asyncProperty(endings, async (length) => {
        await writeFile(journal, bytes.subarray(0, length));
        const resumed = await sweep(smaCross, data, { params, journal });
        expect(resumed.checksum).toBe(whole.checksum);
        // The repeated trials are appended to those that remained in the journal.
        const lines = (await readFile(journal)).toString().split("\n");
        expect(lines.toSorted()).toEqual(bytes.toString().split("\n").toSorted());
      }),
      { numRuns: 12, examples: [[0], [bytes.indexOf(10)], [bytes.indexOf(10) + 1], [bytes.length - 1]] },
    );
    const executor = inline();
    const one: Executor = { ...executor, map: (chunks, options) => executor.map(oneByOne(chunks), options) };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 15 }), async (last) => {
        await rm(journal);
        const stop = new AbortController();
        const onProgress = ({ done }: { done: number }) => void (done === last && stop.abort(new Error("stopped")));
        const options = { params, journal, executor: one };
        await expect(sweep(smaCross, data, { ...options, signal: stop.signal, onProgress })).rejects.toThrow("stopped");
        expect((await readFile(journal)).toString().split("\n")).toHaveLength(last + 2);
        expect((await sweep(smaCross, data, options)).checksum).toBe(whole.checksum);
      }),
      { numRuns: 6 },
    );
  });

  test("can share the journal with another sweep that runs at the same time", async () => {
    const journal = join(folder, "shared.ndjson");
    const single = await sweep(smaCross, data, { params });
    const executor = inline();
    const second: Promise<{ readonly checksum: string }>[] = [];
    const begin = () =>
      new Promise<void>((resolve) => {
        const onProgress = ({ ran }: { ran: number }) => void (ran > 0 && resolve());
        second.push(sweep(smaCross, data, { params, journal, onProgress }));
      });
    // The second sweep starts after the first trial of the first sweep, which continues after a trial of the second.
    const meeting: Executor = {
      ...executor,
      async *map(chunks, options) {
        for await (const result of executor.map(oneByOne(chunks), options)) {
          yield result;
          if (second.length === 0) await begin();
        }
      },
    };
    const first = await sweep(smaCross, data, { params, journal, executor: meeting });
    expect(second).toHaveLength(1);
    expect([first.checksum, (await second[0]!).checksum]).toEqual([single.checksum, single.checksum]);
    // Both sweeps ran some trials, so the journal has more lines than a header and sixteen trials.
    const lines = (await readFile(journal)).toString().trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(17);
    const progress: number[] = [];
    const again = await sweep(smaCross, data, { params, journal, onProgress: ({ ran }) => progress.push(ran) });
    expect(again.checksum).toBe(single.checksum);
    expect(progress).toEqual([0]);
  });

  test("refuses the journal of another experiment, or another file, and leaves it unchanged", async () => {
    const journal = join(folder, "other.ndjson");
    await sweep(smaCross, data, { params, journal });
    await expect(sweep(smaCross, data, { params, journal, seed: 2 })).rejects.toMatchObject({
      code: "JOURNAL_INVALID",
    });
    await expect(sweep(smaCross, walkMarket(400, 2), { params, journal })).rejects.toThrow(
      "is the journal of another experiment",
    );
    const letter = join(folder, "letter.txt");
    await writeFile(letter, "Dear reader");
    await expect(sweep(smaCross, data, { params, journal: letter })).rejects.toThrow(
      /line 1 of .*letter.txt must be the header/,
    );
    expect(readFileSync(letter, "utf8")).toBe("Dear reader");
  });

  test("refuses a journal with a changed byte or repeats the damaged trials, and never gives a different table", async () => {
    const journal = join(folder, "flipped.ndjson");
    const whole = await sweep(smaCross, data, { params, journal });
    const bytes = await readFile(journal);
    const header = bytes.indexOf(10) + 1;
    // The changed bytes include a digit of a number and a letter of the word "checksum".
    const digit = bytes.indexOf(".", header) + 2;
    const word = bytes.indexOf("checksum", header);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: header, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const changed = Buffer.from(bytes);
          changed[at]! ^= change;
          await writeFile(journal, changed);
          const resumed = await sweep(smaCross, data, { params, journal }).catch((error: unknown) => error);
          if (resumed instanceof Error) expect(resumed).toMatchObject({ code: "JOURNAL_INVALID" });
          else expect((resumed as typeof whole).checksum).toBe(whole.checksum);
        },
      ),
      {
        ...runs(20),
        examples: [
          [digit, 1],
          [word, 1],
          [bytes.length - 1, 1],
        ],
      },
    );
    bytes[digit]! ^= 1;
    await writeFile(journal, bytes);
    await expect(sweep(smaCross, data, { params, journal })).rejects.toThrow(
      /^line 2 of .* must be a trial with a row of \d+ numbers and a matching checksum \(or remove the line to run its trial again\), was \{"trial":0/,
    );
    const lines = bytes.toString().split("\n");
    await writeFile(journal, lines.toSpliced(1, 1).join("\n"));
    expect((await sweep(smaCross, data, { params, journal })).checksum).toBe(whole.checksum);
  });

  test("continues a journal of an older version without checksums", async () => {
    const journal = join(folder, "older.ndjson");
    const whole = await sweep(smaCross, data, { params, journal });
    const text = await readFile(journal, "utf8");
    const older = text.replaceAll(/,"checksum":\d+\}/g, "}").split("\n");
    expect(older[1]).toMatch(/\]\}$/);
    await writeFile(journal, `${older.slice(0, 9).join("\n")}\n`);
    const ran: number[] = [];
    const resumed = await sweep(smaCross, data, { params, journal, onProgress: (now) => ran.push(now.ran) });
    expect([resumed.checksum, ran.at(-1)]).toEqual([whole.checksum, 8]);
  });

  test("refuses a journal with other parameter defaults or another scale", async () => {
    const journal = join(folder, "defaults.ndjson");
    const withSlow = (slow: number) =>
      defineStrategy({ ...smaCross, params: { fast: smaCross.params!.fast, slow: param.integer({ default: slow }) } });
    await sweep(withSlow(30), data, { params: { fast: [3, 5] }, journal });
    await expect(sweep(withSlow(40), data, { params: { fast: [3, 5] }, journal })).rejects.toThrow(
      ", not of sma-cross with these data, settings, parameters and seed",
    );
    const wide = defineStrategy({
      name: "wide",
      params: { width: param.number({ default: 1 }) },
      onBar: () => undefined,
    });
    const options = { sampling: { sobol: 2 }, journal: join(folder, "scale.ndjson") };
    await sweep(wide, data, { ...options, params: { width: between(1, 9) } });
    await expect(sweep(wide, data, { ...options, params: { width: between(1, 9, "log") } })).rejects.toThrow(
      ", not of wide with these data, settings, parameters and seed",
    );
  });

  test("refuses a journal whose trials have other parameters because the constraint was different", async () => {
    const journal = join(folder, "constraint.ndjson");
    await sweep(smaCross, data, { params, journal });
    const constraint = ({ fast }: { readonly fast?: unknown }) => Number(fast) > 3;
    await expect(sweep(smaCross, data, { params, journal, constraint })).rejects.toThrow(
      /is the journal of another experiment: its trial 0 has \{"fast":3,"slow":15\}, but in this experiment it has \{"fast":6,"slow":15\}\. Use the same constraint$/,
    );
  });

  test("refuses a journal with an invalid line in its middle, and names the line", async () => {
    const journal = join(folder, "middle.ndjson");
    await sweep(smaCross, data, { params, journal });
    await appendFile(journal, "{}\n");
    await expect(sweep(smaCross, data, { params, journal })).rejects.toThrow("line 18 of");
  });
});
