import { createRequire } from "node:module";

/* Loads packages from this folder, which the library itself never installs. */

/** Imports an ES module package. */
export const importPeer = (name: string): Promise<unknown> => import(name);

/** Loads a CommonJS package, or a package.json. */
export const requirePeer = createRequire(import.meta.url) as (name: string) => unknown;
