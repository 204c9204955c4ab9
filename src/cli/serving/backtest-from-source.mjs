// Where the command line runs from source, so do the processes and threads of backtests: each has to learn TypeScript for itself.
import { isMainThread } from "node:worker_threads";
import { register } from "tsx/esm/api";

register({ tsconfig: false });
await (isMainThread ? import("../../server/backtests/host.ts") : import("../../server/backtests/thread.ts"));
