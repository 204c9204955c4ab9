import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_LINE, plainEnvironment } from "./child-process.ts";
import { type Answer, withoutReadings } from "./answer.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder({ "prices.csv": samplePrices(60) });
const sweep = [
  "sweep",
  "sma-cross",
  "--data",
  "prices.csv",
  "--param",
  "fast=2..5",
  "--param",
  "slow=6..9",
  "--threads",
  "1",
];

/** Runs a shell command in which `$0` is the command line and `$@` its arguments. */
function runInShell(shell: string, args: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: plainEnvironment() };
    execFile("bash", ["-c", shell, process.execPath, COMMAND_LINE, ...args], options, (error, out, err) =>
      resolve(withoutReadings({ code: error === null ? 0 : Number(error.code), out, err })),
    );
  });
}

test.skipIf(!existsSync("/dev/full")).each([[["list", "metrics"]], [["help"]], [[...sweep, "--csv"]]])(
  "hindcast %j reports in one line that the disk of standard output is full",
  async (args) => {
    expect(await runInShell('"$0" "$@" > /dev/full', args)).toEqual({
      code: 1,
      out: "",
      err: "hindcast: standard output cannot be written: ENOSPC\n",
    });
  },
);

// The limits are 0 or 1 block of 1,024 bytes. One block holds the header of the journal, but not all trials.
test.each([
  [0, 0],
  [1, 1],
])(
  "a sweep stops with a one-line error if the disk is full after %i blocks (%i lines) of its journal",
  async (blocks, lines) => {
    const journal = join(folder, `trials-${blocks}.ndjson`);
    // Writing beyond the limit fails as on a full disk. The shell ignores the signal that would end the process.
    const limited = `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
    expect(await runInShell(limited, [...sweep, "--journal", journal])).toEqual({
      code: 1,
      out: "",
      err: `hindcast: ${journal} cannot be written: EFBIG\n`,
    });
    expect(readFileSync(journal, "utf8").split("\n").length - 1).toBe(lines);
  },
);
