import type { Convention } from "./convention.ts";
import { zipline } from "./zipline.ts";

/**
 * The habits of zipline with the default costs that it has had since 1.2: fills slip by five basis points, a bar gives a tenth of its volume, and a
 * share costs a tenth of a cent with no minimum. By these a limit that its close has reached takes the price there is, also beyond itself.
 */
export const ziplineReloaded: Convention = {
  title: "zipline since 1.2, and zipline-reloaded",
  settings: {
    ...zipline.settings,
    volumeShare: 0.1,
    slippage: { model: "bps", bps: 5 },
    commission: { model: "per-share-order", amount: 0.001, minimum: 0 },
  },
  metrics: "zipline",
};
