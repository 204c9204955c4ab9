const METHODS = ["log", "info", "debug", "dir", "table"] as const;

/** Sends what a strategy prints to standard error, so that standard output holds the result alone. Returns what undoes it. */
export function consoleAside(): () => void {
  const before = METHODS.map((name) => [name, console[name]] as const);
  for (const name of METHODS) console[name] = (...values: unknown[]) => console.error(...values);
  return () => Object.assign(console, Object.fromEntries(before));
}
