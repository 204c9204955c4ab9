// Where the command line runs from source, so do the threads of a sweep: each has to learn TypeScript for itself.
import { register } from "tsx/esm/api";

register({ tsconfig: false });
const { default: runChunk } = await import("../../research/executors/thread.ts");
export default runChunk;
