import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects all garbage immediately. */
export const collectGarbage = runInNewContext("gc") as () => void;
