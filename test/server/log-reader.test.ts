import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { servedSample } from "../support/served-sample.ts";

/** A log output that blocks until `resume` is called. */
class Reader extends Writable {
  read = "";
  #stuck = true;
  #go: (() => void) | undefined;

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.read += String(chunk);
    if (this.#stuck) this.#go = done;
    else done();
  }

  stop(): void {
    this.#stuck = true;
  }

  resume(): void {
    this.#stuck = false;
    this.#go?.();
    this.#go = undefined;
  }
}

const MEBIBYTE = 1024 * 1024;
/** Path of almost the maximum length. */
const LONG = "x".repeat(15_000);

interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly lost?: number;
  readonly url?: string;
  readonly time: number;
}

describe("a server log whose output blocks", () => {
  test.each([0, 20])(
    "is buffered up to a limit, then drops lines and reports how many (lines are collected for %d ms)",
    async (joinMs) => {
      const output = new Reader();
      const server = await servedSample({ log: { level: "info", output, joinMs } });
      const ask = async (times: number): Promise<void> => {
        for (let i = 0; i < times; i++) await server.inject({ url: `/health?${LONG}` });
        await new Promise((resolve) => setTimeout(resolve, 2 * joinMs));
      };
      const lines = (): readonly Line[] =>
        output.read
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Line);
      await ask(1_000);
      const buffered = output.writableLength;
      expect(buffered).toBeGreaterThan(3 * MEBIBYTE);
      expect(buffered).toBeLessThan(5 * MEBIBYTE);
      output.resume();
      await expect.poll(() => output.writableLength).toBe(0);
      const written = lines();
      const [lost, ...others] = written.filter(({ msg }) => msg !== undefined);
      expect(others).toEqual([]);
      expect(lost).toMatchObject({
        level: 50,
        msg: "log lines were lost because they were not read",
        time: expect.any(Number) as number,
      });
      expect(written.at(-1)).toEqual(lost);
      expect(written.length - 1 + lost!.lost!).toBe(1_000);
      // Logging continues, and later losses are reported separately.
      await ask(3);
      expect(
        lines()
          .slice(written.length)
          .map(({ url }) => url?.slice(0, 7)),
      ).toEqual(["/health", "/health", "/health"]);
      output.stop();
      output.read = "";
      await ask(400);
      output.resume();
      await expect.poll(() => output.writableLength).toBe(0);
      const again = lines();
      expect(again.length - 1 + again.at(-1)!.lost!).toBe(400);
      await server.close();
    },
  );

  test("does not prevent the server from closing", async () => {
    const output = new Reader();
    const server = await servedSample({ log: { level: "info", output, joinMs: 20 } });
    await server.inject({ url: "/health" });
    await server.close();
    expect(output.writableLength).toBeGreaterThan(0);
  });
});
