import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

/**
 * Money per unit with a minimum that an order pays once, however often it fills: its first fill pays it, and later ones pay nothing
 * until the units so far cost more. The maximum binds what is above the minimum, never the minimum itself. Source: zipline's
 * commission per share and LEAN's of Interactive Brokers.
 */
export const perShareOrder = commissionModel({
  name: "per-share-order",
  title: "Money per unit, with a minimum for each order",
  params: {
    amount: param.number({ default: 0.005, min: 0, description: "money for each unit" }),
    minimum: param.number({ default: 1, min: 0, description: "least money for an order, however often it fills" }),
    maximumShare: param.number({
      default: 0,
      min: 0,
      max: 1,
      description: "most, as a share of the traded value; 0 for no such limit",
    }),
  },
  usesTerms: true,
  create:
    ({ amount, minimum, maximumShare }, terms) =>
    (quantity, price, multiplier) => {
      const most = maximumShare === 0 ? Infinity : Math.abs(quantity * price * multiplier) * maximumShare;
      if (terms.orderCommission === 0) return Math.max(minimum, Math.min(quantity * amount, most));
      const whole = (terms.orderFilled + quantity) * amount;
      return whole < minimum ? 0 : Math.min(Math.max(0, whole - terms.orderCommission), most);
    },
});
