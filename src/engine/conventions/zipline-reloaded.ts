import { convention } from "./convention.ts";
import { zipline } from "./zipline.ts";

/**
 * The rules of zipline with the default costs that it has had since 1.2: fills slip by five basis points, a bar gives a tenth of its volume, and a
 * share costs a tenth of a cent with no minimum. By these a limit that its close has reached takes the price there is, also beyond itself.
 */
export const ziplineReloaded = convention({
  name: "zipline-reloaded",
  title: "zipline since 1.2, and zipline-reloaded",
  parts: {
    ...zipline.parts,
    slippage: { ...zipline.parts.slippage, slippage: { model: "bps", bps: 5 } },
    liquidity: { volumeShare: 0.1 },
    costs: { commission: { model: "per-share-order", amount: 0.001, minimum: 0 } },
  },
  metrics: "zipline",
});
