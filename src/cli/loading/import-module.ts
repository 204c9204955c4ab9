import * as nodeModule from "node:module";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { resolve } from "./module-hooks.ts";

/** A module's exports by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** Type of `registerHooks` in Node 22, which the types of Node 20 lack. */
type RegisterHooks = (hooks: { readonly resolve: typeof resolve }) => void;

let ready: Promise<void> | undefined;

/**
 * Imports a TypeScript or JavaScript file without a build. Its imports of `hindcast` refer to this package. With a query such as `?fresh=1`, the
 * file and the files it imports are loaded as new instances.
 */
export async function importModule(file: string, query = ""): Promise<ModuleExports> {
  await (ready ??= addHooks());
  return importPlain(file, query);
}

/** Imports a file that Node can load without module hooks. */
export async function importPlain(file: string, query = ""): Promise<ModuleExports> {
  return (await import(/* @vite-ignore */ pathToFileURL(file).href + query)) as ModuleExports;
}

/** Adds tsx and the module hooks. Hooks that are added last run first, and tsx needs the module format that our hook sets. */
async function addHooks(): Promise<void> {
  const { registerHooks } = nodeModule as { readonly registerHooks?: RegisterHooks };
  if (registerHooks === undefined) {
    nodeModule.register(new URL(`./module-hooks${extname(import.meta.url)}`, import.meta.url));
  } else {
    registerHooks({ resolve });
  }
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: false });
}
