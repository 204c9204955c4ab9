import type { BarFormat } from "../bar-format.ts";
import * as exported from "./index.ts";

/** File formats, by name. */
export const barFormats: Readonly<Record<string, BarFormat>> = exported;
