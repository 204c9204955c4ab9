// Runs what the test of parity runs, in a thread and with the library as it is built, and tells the fill hashes in order. Each thread has to learn TypeScript for itself.
import { parentPort } from "node:worker_threads";
import { register } from "tsx/esm/api";

register({ tsconfig: false });
const { batchOf, parityRuns } = await import("./parity-runs.ts");
const hashes = [];
for (const run of await parityRuns()) hashes.push((await batchOf(run)).fillHash);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort.postMessage(hashes);
