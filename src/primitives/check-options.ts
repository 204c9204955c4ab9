import { formatValue } from "./check.ts";
import { HindcastError } from "./errors.ts";
import { suggestionText, nearestNames } from "./nearest-names.ts";

/** Every option that a function has, by name; the type sees that none is missing. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** A misspelt option would be a default without a word. Throws `SETTING_INVALID` for a name that is none of `known`. */
export function checkOptions<T extends object>(what: string, options: T, known: OptionNames<T>): T {
  if (typeof options !== "object" || options === null) {
    throw new HindcastError("SETTING_INVALID", `options of ${what} must be an object, was ${formatValue(options)}`, {
      options,
    });
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const meant = suggestionText(nearestNames(name, names));
    const message = `${what} has no option ${JSON.stringify(name)}${meant}; it has ${names.join(", ")}`;
    throw new HindcastError("SETTING_INVALID", message, { name });
  }
  return options;
}
