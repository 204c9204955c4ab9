// Runs the parity runs in a thread with the built library, and posts the fill hashes in order. Each thread registers TypeScript itself.
import { parentPort } from "node:worker_threads";
import { register } from "tsx/esm/api";

register({ tsconfig: false });
const { batchOf, parityRuns } = await import("./parity-runs.ts");
const hashes = [];
for (const run of await parityRuns()) hashes.push((await batchOf(run)).fillHash);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort.postMessage(hashes);
