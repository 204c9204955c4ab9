// A thread of the library as it is built, that has learned TypeScript for the strategies.
import { register } from "tsx/esm/api";

register({ tsconfig: false });
const { default: runChunk } = await import("../../dist/research/executors/thread.js");
export default runChunk;
