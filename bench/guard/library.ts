import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as core from "hindcast";
import type * as catalog from "hindcast/indicators";
import type * as research from "hindcast/research";
import type * as server from "hindcast/server";
import type * as data from "hindcast/data";
import type * as strategies from "../../strategies/sma-cross.ts";

/** The source of one version of the library, imported from its folder. */
export interface Library {
  readonly folder: string;
  readonly core: typeof core;
  readonly catalog: typeof catalog;
  readonly research: typeof research;
  readonly server: typeof server;
  readonly data: typeof data;
  readonly strategies: typeof strategies;
}

export async function libraryIn(folder: string): Promise<Library> {
  const load = async (file: string): Promise<never> => import(pathToFileURL(join(folder, file)).href) as Promise<never>;
  return {
    folder,
    core: await load("src/index.ts"),
    catalog: await load("src/indicators/catalog.ts"),
    research: await load("src/research/index.ts"),
    server: await load("src/server/index.ts"),
    data: await load("src/data/index.ts"),
    strategies: await load("strategies/sma-cross.ts"),
  };
}
