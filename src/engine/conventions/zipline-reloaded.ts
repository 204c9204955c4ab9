import { convention } from "./convention.ts";
import { zipline } from "./zipline.ts";

/**
 * Conventions of zipline with its default costs since version 1.2. Slippage is five basis points, a bar fills a tenth
 * of its volume, and a share costs a tenth of a cent, without a minimum. A limit order that a close has reached fills
 * at any later close, even beyond the limit.
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
