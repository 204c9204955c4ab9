const METHODS = ["log", "info", "debug", "dir", "table"] as const;

/**
 * Sends what a strategy prints to standard error, so that standard output contains only the result. Returns a function that ends the
 * redirection.
 */
export function redirectConsole(): () => void {
  const before = METHODS.map((name) => [name, console[name]] as const);
  for (const name of METHODS) console[name] = (...values: unknown[]) => console.error(...values);
  return () => Object.assign(console, Object.fromEntries(before));
}

/** Runs work, with the console redirected to standard error if the options ask for JSON or CSV on standard output. */
export async function withRedirectedConsole(
  { json, csv }: { readonly json?: unknown; readonly csv?: unknown },
  work: () => Promise<void>,
): Promise<void> {
  const restore = json === true || csv === true ? redirectConsole() : undefined;
  await work().finally(restore);
}
