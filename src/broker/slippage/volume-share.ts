import { param } from "../../primitives/param.ts";
import { slippageModel } from "./slippage-model.ts";

/**
 * The price moves with the square of the share of the bar's volume that is filled by then, of this order and those before it. Of a fill at an open the bar before counts, since nobody
 * knows yet how much the new one will trade. A price is not moved beyond what the bar traded, unless that is asked for. Where there is no
 * volume it moves as if the fill were all of it.
 * Source: the volume-share model of zipline.
 */
export const volumeShare = slippageModel({
  name: "volume-share",
  title: "By the square of the share of the bar's volume",
  params: {
    impact: param.number({
      default: 0.1,
      min: 0,
      max: 100,
      description: "share of the price, for a fill of all the volume",
    }),
    beyondBar: param.boolean({ default: false, description: "the price may leave the bar" }),
  },
  usesTerms: true,
  keepsLimits: true,
  create:
    ({ impact, beyondBar }, terms) =>
    (sign, price, quantity) => {
      const share = terms.volume > 0 ? Math.min(1, (terms.barFilled + quantity) / terms.volume) : 1;
      const moved = impact * share * share * Math.abs(price);
      if (beyondBar || !terms.inside) return moved;
      const room = sign > 0 ? terms.high - price : price - terms.low;
      return Math.max(0, Math.min(moved, room));
    },
});
