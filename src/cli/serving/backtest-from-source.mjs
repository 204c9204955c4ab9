// Where the command line runs from source, so do the threads of backtests: each has to learn TypeScript for itself.
import { register } from "tsx/esm/api";

register({ tsconfig: false });
await import("../../server/backtests/thread.ts");
