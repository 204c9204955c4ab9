import { commissionModel } from "./commission-model.ts";

export const none = commissionModel({
  name: "none",
  title: "No commission",
  params: {},
  free: true,
  create: () => () => 0,
});
