import type { Source } from "../source.ts";
import * as door from "./index.ts";

/** Every source by name. */
export const sources: Readonly<Record<string, Source>> = door;
