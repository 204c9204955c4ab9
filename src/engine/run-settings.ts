import { AccountRules } from "../broker/models/account.ts";
import { parameterError } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { suggestionText, nearestNames } from "../primitives/nearest-names.ts";
import { digestOf } from "../primitives/sha256.ts";
import { conventions, type Conventions } from "./conventions/catalog.ts";
import { engineSettings } from "./conventions/convention.ts";
import { SETTING_ROWS, type SettingName, SETTINGS, type SettingValues } from "./settings.ts";

/** All settings of a run. Every setting has a default and is part of the result. */
export interface RunSettings extends SettingValues<typeof SETTINGS> {}

/** Settings that a caller gives: only those that differ from the defaults. */
export interface SettingsInput extends Partial<Omit<RunSettings, "commission">> {
  /**
   * Commission per fill: a share of the fill's value, such as 0.001, or a model with parameters, such as `{ model:
   * "per-share", amount: 0.005 }`.
   */
  readonly commission?: RunSettings["commission"] | number;
}

/** Default values of all settings. */
export const DEFAULT_SETTINGS: RunSettings = Object.freeze(
  Object.fromEntries(SETTING_ROWS.map(([name, row]) => [name, row.default])) as unknown as RunSettings,
);

/**
 * Returns all settings, checked and frozen, with defaults for those that are not given. Throws `SETTING_INVALID`,
 * `CASH_OUT_OF_RANGE`, `ZONE_UNKNOWN` or `PARAMETER_OUT_OF_RANGE`, with the name and value of the setting.
 */
export function resolveSettings(input: SettingsInput = {}): RunSettings {
  if (isResolved(input)) return input;
  for (const name of Object.keys(input)) if (!Object.hasOwn(SETTINGS, name)) throw unknownSetting(name);
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS, ...conventionsOf(input.conventions), ...present };
  for (const [name, { kind }] of SETTING_ROWS) settings[name] = kind.check(name, settings[name], settings);
  const checked = settings as unknown as RunSettings;
  const byTrade = new AccountRules(checked).fillsByTrade();
  if (byTrade && checked.volumeShare > 0)
    throw parameterError("volumeShare", "0 if fillsBy is trade", checked.volumeShare);
  if (byTrade && checked.liquidity !== undefined)
    throw parameterError("liquidity", "left out if fillsBy is trade", checked.liquidity.name);
  return markResolved(checked);
}

function unknownSetting(name: string): HindcastError {
  const names = Object.keys(SETTINGS);
  const message = `there is no setting ${JSON.stringify(name)}${suggestionText(nearestNames(name, names))}; there are ${names.join(", ")}`;
  return new HindcastError("SETTING_INVALID", message, { setting: name });
}

/** Settings that `resolveSettings` returned, so that they need no second check. */
const resolved = new WeakSet<SettingsInput>();

/** Whether settings are complete and checked, so that thousands of runs need not check them again. */
export function isResolved(settings: SettingsInput | undefined): settings is RunSettings {
  return settings !== undefined && resolved.has(settings);
}

/** Returns resolved settings with another random seed. */
export function reseeded(settings: RunSettings, seed: number): RunSettings {
  const others = resolveSettings(settings);
  return markResolved({ ...others, seed: SETTINGS.seed.kind.check("seed", seed, { ...others }) });
}

/**
 * Returns the name of the conventions and the settings that differ from them. These identify a run even if settings are
 * added later.
 */
export function settingsBeyondConventions(settings: RunSettings): Partial<RunSettings> {
  const rules = { conventions: settings.conventions };
  const defaults = resolveSettings(rules);
  const changed = Object.entries(settings).filter(
    ([name, value]) => digestOf(value) !== digestOf(defaults[name as SettingName]),
  );
  return { ...rules, ...Object.fromEntries(changed) };
}

const markResolved = (settings: RunSettings): RunSettings => (resolved.add(Object.freeze(settings)), settings);

/**
 * Returns the settings that an engine's conventions choose. Returns none for an unknown name, which the check of all
 * settings reports.
 */
function conventionsOf(name: Conventions = "hindcast"): Partial<RunSettings> {
  return typeof name === "string" && Object.hasOwn(conventions, name) ? engineSettings(conventions[name]) : {};
}
