// Runs the property tests of accounts, orders, fills and time with a hundred times as many random cases.
process.env["HINDCAST_SOAK"] ??= "100";
await Promise.all([
  import("../properties/account.test.ts"),
  import("../properties/determinism.test.ts"),
  import("../properties/live-graph.test.ts"),
  import("../properties/no-look-ahead.test.ts"),
  import("../properties/orders.test.ts"),
  import("../properties/reference.test.ts"),
  import("../properties/resumability.test.ts"),
]);
