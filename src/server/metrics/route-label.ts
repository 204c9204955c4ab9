/** The label of a request that no route takes: paths that clients make up would be a series each. */
const NO_ROUTE = "unknown";

/** The label of a route: its pattern as the documentation writes it, `/v2/trading/orders/{id}` for `/v2/trading/orders/:id`. */
export function routeLabel(pattern: string | undefined): string {
  if (pattern === undefined || pattern === "*") return NO_ROUTE;
  return pattern.replaceAll(/:(\w+)/g, "{$1}");
}
