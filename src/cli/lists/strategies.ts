import type { StrategyNeeds } from "../../engine/strategy.ts";
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
    needs: (strategy.needs ?? {}) as StrategyNeeds,
    file,
    sourceHash,
  }));
  return {
    columns: [
      { heading: "name" },
      { heading: "description", wraps: true },
      { heading: "needs", wraps: true },
      { heading: "parameters", wraps: true },
    ],
    rows: all.map(({ name, description, needs, params }) => [name, description, needsText(needs), paramText(params)]),
    json: all,
    failures,
  };
}

/** What a strategy cannot do without; one symbol and a cash account are what every run has. */
function needsText({ symbols = 1, history, account }: StrategyNeeds): string {
  return [
    symbols > 1 ? `${symbols} symbols` : "",
    account === undefined ? "" : `--account ${account}`,
    history === undefined ? "" : `${history} bars`,
  ]
    .filter((text) => text !== "")
    .join(", ");
}
