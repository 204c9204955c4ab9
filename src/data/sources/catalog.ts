import type { Source } from "../source.ts";
import * as door from "./index.ts";

/** File formats, by name. */
export const sources: Readonly<Record<string, Source>> = door;
