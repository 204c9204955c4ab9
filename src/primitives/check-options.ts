import { formatValue } from "./check.ts";
import { HindcastError } from "./errors.ts";
import { suggestionText, nearestNames } from "./nearest-names.ts";

/** Names of all options of a function. The type requires each of them. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** Returns the options of a function. Throws `SETTING_INVALID` for an unknown name, which would otherwise be ignored silently. */
export function checkOptions<T extends object>(what: string, options: T, known: OptionNames<T>): T {
  if (typeof options !== "object" || options === null) {
    throw new HindcastError("SETTING_INVALID", `options of ${what} must be an object, was ${formatValue(options)}`, {
      options,
    });
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const suggestion = suggestionText(nearestNames(name, names));
    const message = `${what} has no option ${JSON.stringify(name)}${suggestion}; it has ${names.join(", ")}`;
    throw new HindcastError("SETTING_INVALID", message, { name });
  }
  return options;
}
