import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { suggestionText, nearestNames } from "../primitives/nearest-names.ts";
import type { SettingsInput } from "./run-settings.ts";
import { type SettingName, SETTINGS } from "./settings.ts";
import type { AnyStrategy } from "./strategy.ts";

/** Options of a call, separated into the call's own options and the settings of a run. */
interface SeparatedOptions<Own> {
  readonly own: Own;
  readonly settings: SettingsInput;
}

/**
 * Separates the settings of a run from the other options of a call, which `names` lists. Throws `SETTING_INVALID` for
 * any other name, with the closest name or the place to which the option belongs.
 */
export function separateSettings<Own extends object>(
  what: string,
  options: Own & SettingsInput,
  names: OptionNames<Own>,
  strategy?: AnyStrategy,
): SeparatedOptions<Own> {
  // The loop below would skip a value that is not an object.
  if (typeof options !== "object" || options === null) checkOptions(what, options, {});
  const own: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(names, name)) own[name] = value;
    else if (Object.hasOwn(SETTINGS, name)) settings[name] = value;
    else throw misplacedOption(what, name, value, [...Object.keys(names), ...Object.keys(SETTINGS)], strategy);
  }
  return { own: own as Own, settings };
}

/**
 * Checks the options of an experiment, which has the settings of its runs in the option `settings`. Throws
 * `SETTING_INVALID`.
 */
export function checkExperiment<T extends object>(what: string, options: T, known: OptionNames<T>): T {
  const misplaced = Object.entries(options ?? {}).find(([name]) => !Object.hasOwn(known, name) && isSetting(name));
  if (misplaced === undefined) return checkOptions(what, options, known);
  const [name, value] = misplaced;
  throw invalid(
    name,
    `${what} takes settings in the option settings: write settings: { ${name}: ${formatValue(value)} }`,
  );
}

function misplacedOption(
  what: string,
  name: string,
  value: unknown,
  known: readonly string[],
  strategy: AnyStrategy | undefined,
): HindcastError {
  if (name === "settings") {
    const nested = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const members = nested.map(([setting, one]) => `${setting}: ${formatValue(one)}`).join(", ") || "cash: 10000";
    return invalid(
      name,
      `${what} takes settings next to its other options: write { ${members} } without settings: { … }`,
    );
  }
  if (strategy?.params !== undefined && Object.hasOwn(strategy.params, name))
    return invalid(
      name,
      `${name} is a parameter of ${strategy.name}: write params: { ${name}: ${formatValue(value)} }`,
    );
  const meant = suggestionText(nearestNames(name, known));
  return invalid(name, `${what} has no option ${JSON.stringify(name)}${meant}; it has ${known.join(", ")}`);
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

function invalid(name: string, message: string): HindcastError {
  return new HindcastError("SETTING_INVALID", message, { name });
}
