const METHODS = ["log", "info", "debug", "dir", "table"] as const;

/** Sends what a strategy prints to standard error, so that standard output holds the result alone. Returns what undoes it. */
export function consoleAside(): () => void {
  const before = METHODS.map((name) => [name, console[name]] as const);
  for (const name of METHODS) console[name] = (...values: unknown[]) => console.error(...values);
  return () => Object.assign(console, Object.fromEntries(before));
}

/** Does work whose standard output other programs read, where the options say so, with what a strategy prints aside. */
export async function printedAlone(
  { json, csv }: { readonly json?: unknown; readonly csv?: unknown },
  work: () => Promise<void>,
): Promise<void> {
  const restore = json === true || csv === true ? consoleAside() : undefined;
  await work().finally(restore);
}
