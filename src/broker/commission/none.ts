import { commissionModel } from "./commission-model.ts";

export const none = commissionModel({
  name: "none",
  title: "No commission",
  params: {},
  create: () => () => 0,
});
