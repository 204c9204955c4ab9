import { type Command, Option } from "commander";
import { withFunctions } from "../../broker/custom-part.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { SETTING_ROWS, type SettingGroup, type SettingName } from "../../engine/settings.ts";
import { asCommon } from "../help.ts";
import type { FoundStrategy } from "../loading/known-strategies.ts";
import { isParameterError, withParameterName } from "../../primitives/check.ts";
import { SETTING_TEXTS } from "../../report/setting-texts.ts";

/** Adds the options of a group of settings, except those in `without`, to the current help group. */
export function addSettingOptions(
  command: Command,
  group: SettingGroup,
  without: readonly SettingName[] = [],
): Command {
  for (const [name, { flag, kind, ...row }] of SETTING_ROWS) {
    if (row.group !== group || without.includes(name)) continue;
    const { help, common: shortHelp, unset = kind.format(row.default), hints = {} } = SETTING_TEXTS[name];
    const [value, description] = help;
    const words = kind.words.map((word) => (hints[word] === undefined ? word : `${word} (${hints[word]})`));
    const text = words.length === 0 ? description : `${description}: ${words.join(", ")}`;
    const option = new Option(`${flag} <${value}>`, `${text} (default: ${unset})`);
    if (shortHelp !== undefined) asCommon(option, shortHelp === true ? undefined : `${shortHelp} (default: ${unset})`);
    command.addOption(option);
    option.argParser((written) => kind.parse(flag, written));
  }
  return command;
}

/**
 * Returns the settings given by options, checked together with the defaults of all others. Errors name the option as the user wrote it:
 * `--risk-free`, not `riskFreeRate`. Custom model parts are exports of the strategy's file.
 */
export function explicitSettings(
  options: Readonly<Record<string, unknown>>,
  from?: Pick<FoundStrategy, "exports" | "file">,
): Partial<RunSettings> {
  const written = Object.fromEntries(
    SETTING_ROWS.map(([name, { flag }]) => [name, options[attributeName(flag)]] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const settings = from === undefined ? written : withFunctions(written, from.exports, from.file);
  try {
    resolveSettings(settings);
  } catch (error) {
    const row = isParameterError(error) && SETTING_ROWS.find(([name]) => name === error.details["parameter"]);
    throw isParameterError(error) && row ? withParameterName(error, row[1].flag) : error;
  }
  return settings;
}

/** Defaults of the settings of some groups, by the attribute name of their option. */
export function settingDefaults(groups: readonly SettingGroup[]): ReadonlyMap<string, unknown> {
  const rows = SETTING_ROWS.filter(([, { group }]) => groups.includes(group));
  return new Map(rows.map(([, row]) => [attributeName(row.flag), row.default]));
}

/** Name under which Commander stores the value of an option: `initialMargin` for `--initial-margin`. */
function attributeName(flag: string): string {
  return flag.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
