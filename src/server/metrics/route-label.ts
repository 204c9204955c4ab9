/** The label of a request that no route takes: paths that clients make up would be a series each. */
const NO_ROUTE = "unknown";
/** Routes that take what no other route does. */
const REST = /^(?:\/v2)?\/?\*$/;

/** The label of a route: its pattern as the documentation writes it, without the prefix of the service: `/v2/trading/orders/{id}` for `/v2/trading/orders/:id`. */
export function routeLabel(pattern: string | undefined, prefix: string): string {
  const own = pattern?.slice(prefix.length) ?? "*";
  if (REST.test(own)) return NO_ROUTE;
  return own.replaceAll(/:(\w+)/g, "{$1}");
}
