import * as nodeModule from "node:module";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { resolve } from "./module-hooks.ts";

/** A module's exports by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** Node 22 has hooks in the same thread; Node 20, whose types these are, does not. */
type RegisterHooks = (hooks: { readonly resolve: typeof resolve }) => void;

let ready: Promise<void> | undefined;

/**
 * Imports a file of TypeScript or JavaScript from anywhere, without a build; `hindcast` in it is this package. With a `query` such as
 * `?fresh=1` it is another instance, and so are the files that it imports.
 */
export async function importModule(file: string, query = ""): Promise<ModuleExports> {
  await (ready ??= addHooks());
  return importBuilt(file, query);
}

/** Imports a file that Node can read as it is, at no cost. */
export async function importBuilt(file: string, query = ""): Promise<ModuleExports> {
  return (await import(/* @vite-ignore */ pathToFileURL(file).href + query)) as ModuleExports;
}

/** The hooks that were added last are asked first: tsx must hear from ours what is a module. */
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
