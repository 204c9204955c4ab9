import { createRequire } from "node:module";

/*
 * The only file beside their package.json: what is loaded here is looked for among the packages of this folder, which the library itself never installs.
 */

/** A package that says it is made of modules. */
export const importPeer = (name: string): Promise<unknown> => import(name);

/** A package of the older kind, and its package.json. */
export const requirePeer = createRequire(import.meta.url) as (name: string) => unknown;
