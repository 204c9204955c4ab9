import { join } from "node:path";
import { expect, test } from "vitest";
import { hindcast } from "./child-process.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Source of a strategy whose promise or timer throws an error after its hook has returned. */
const LATE = `
  import { defineStrategy, param } from "hindcast";
  const later = {
    promise: async () => { throw new Error("no such file"); },
    timer: () => void setTimeout(() => { throw new Error("no such file"); }),
    none: () => undefined,
  };
  export default defineStrategy({
    name: "late",
    params: { by: param.choice(Object.keys(later), { default: "none" }) },
    onBar: ({ bar, params }) => bar.index === 0 && void later[params.by](),
  });
`;
const folder = temporaryFolder({ "late.mjs": LATE, "prices.csv": samplePrices(2000) });
const STRATEGY = [join(folder, "late.mjs"), "--data", join(folder, "prices.csv"), "--quiet"];

// Each case starts a child process, so the cases run concurrently.
test.concurrent.each([
  ["promise", "a run", ["run", ...STRATEGY, "--param", "by=promise"]],
  ["timer", "a run", ["run", ...STRATEGY, "--param", "by=timer"]],
  ["promise", "a sweep in one thread", ["sweep", ...STRATEGY, "--param", "by=none,promise", "--threads", "1"]],
  ["timer", "a sweep in two threads", ["sweep", ...STRATEGY, "--param", "by=none,timer", "--threads", "2"]],
])(
  "an error thrown by a %s after the strategy's hook has returned in %s is reported in one line",
  async (_by, _where, args) => {
    expect(await hindcast(args)).toEqual({
      code: 1,
      out: "",
      err: "hindcast: Error: no such file (HINDCAST_DEBUG=1 shows where)\n",
    });
  },
  120_000,
);
