import { param } from "../../primitives/param.ts";
import { commissionModel } from "./commission-model.ts";

/**
 * Commission per unit with a minimum per order. An order's first fill pays the minimum, and later fills pay nothing
 * until the units of the order cost more. The maximum applies to each fill, but never reduces the minimum of the order.
 * Source: zipline's PerShare and LEAN's Interactive Brokers fee model.
 */
export const perShareOrder = commissionModel({
  name: "per-share-order",
  title: "Amount per unit, with a minimum per order",
  params: {
    amount: param.number({ default: 0.005, min: 0, description: "amount per unit" }),
    minimum: param.number({ default: 1, min: 0, description: "minimum per order, over all its fills together" }),
    maximumShare: param.number({
      default: 0,
      min: 0,
      max: 1,
      description: "maximum per fill beyond the minimum, as a share of the fill's value; 0 for none",
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
