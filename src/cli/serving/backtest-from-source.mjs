// When the command line runs from source, each backtest process and thread must register TypeScript itself.
import { isMainThread } from "node:worker_threads";
import { register } from "tsx/esm/api";

register({ tsconfig: false });
await (isMainThread ? import("../../server/backtests/host.ts") : import("../../server/backtests/thread.ts"));
