// When the command line runs from source, each thread of a sweep must register TypeScript itself.
import { register } from "tsx/esm/api";

register({ tsconfig: false });
const { default: runChunk } = await import("../../research/executors/thread.ts");
export default runChunk;
