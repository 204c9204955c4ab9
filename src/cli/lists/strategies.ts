import type { ParamSpecs } from "../../primitives/param.ts";
import { knownStrategies } from "../loading/known-strategies.ts";
import type { Listing, ListingOptions } from "./listing.ts";
import { paramText } from "./param-text.ts";

/** Every strategy of a folder. */
export async function listStrategies(options: ListingOptions): Promise<Listing> {
  const { strategies, failures } = await knownStrategies(options.strategies);
  const all = strategies.map(({ strategy, file, sourceHash }) => ({
    name: strategy.name,
    description: strategy.description ?? "",
    params: (strategy.params ?? {}) as ParamSpecs,
    file,
    sourceHash,
  }));
  return {
    columns: [{ heading: "name" }, { heading: "description", wraps: true }, { heading: "parameters", wraps: true }],
    rows: all.map(({ name, description, params }) => [name, description, paramText(params)]),
    json: all,
    failures,
  };
}
