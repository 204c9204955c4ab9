// Where tests run from source, so does the thread of a backtest: it has to learn TypeScript for itself.
import { register } from "tsx/esm/api";

register({ tsconfig: false });
await import("../../src/server/backtests/thread.ts");
