import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyStrategy } from "../../src/engine/strategy.ts";
import type { BacktestThreads, ServedStrategy } from "../../src/server/backtests/backtest-spec.ts";
import { ROOT } from "../house/source-files.ts";

/** Options for running backtests in the built host process. */
export const BUILT_HOST = {
  host: join(ROOT, "dist/node/server/backtests/host.js"),
  // Leaves out the arguments of the test runner, such as the condition that resolves to source files.
  execArgv: [],
};

/**
 * Thread settings for one backtest at a time with the built library, since compiling the source for each backtest takes four times as long.
 * `test/house/built.ts` checks that the build is current.
 */
export const BUILT_THREAD: BacktestThreads = {
  threads: 1,
  entry: join(ROOT, "dist/node/server/backtests/thread.js"),
  ...BUILT_HOST,
};

/** Returns a strategy of this package for a server whose threads run the built library. */
export function builtStrategy(strategy: AnyStrategy): ServedStrategy {
  const file = join(ROOT, "dist/strategies", `${strategy.name}.js`);
  return { strategy, file, sourceHash: createHash("sha256").update(readFileSync(file)).digest("hex") };
}

const LIBRARY = pathToFileURL(join(ROOT, "dist/node/index.js")).href;

/** Writes a strategy into a file of its own, which runs the given code at its first bar. */
export async function doingStrategy(
  files: { write(name: string, content: string): string },
  name: string,
  does: string,
): Promise<ServedStrategy> {
  const file = files.write(
    `${name}.mjs`,
    `import { defineStrategy } from ${JSON.stringify(LIBRARY)};
    const kept = [];
    let isFirst = true;
    export default defineStrategy({ name: "${name}", onBar({ orders }) { if (isFirst) { isFirst = false; ${does} } } });`,
  );
  const { default: strategy } = (await import(/* @vite-ignore */ file)) as { readonly default: AnyStrategy };
  return { strategy, file, sourceHash: createHash("sha256").update(readFileSync(file)).digest("hex") };
}

/** Beginning of a thread's program that waits for a backtest and can post messages. */
export const WAITS_FOR_RUN = `import { workerData } from "node:worker_threads";
const { port } = workerData;
const say = (message) => port.postMessage(message);
const spec = await new Promise((resolve) => port.once("message", resolve));
`;

/** Source of a worker thread that posts a finished result and a report page that has no scripts. */
export const SAYS_DONE = `import { deflateRawSync } from "node:zlib";
${WAITS_FOR_RUN}
say({ piece: new Uint8Array(8) });
say({ fingerprint: null });
say({ piece: deflateRawSync("") });
say({ page: true });
`;
