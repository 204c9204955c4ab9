import { type Command, Option } from "commander";
import { withFunctions } from "../../broker/own-part.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { SETTING_ROWS, type SettingGroup, type SettingName } from "../../engine/settings.ts";
import { asCommon } from "../help.ts";
import type { FoundStrategy } from "../loading/known-strategies.ts";
import { isParameterError, withParameterName } from "../../primitives/check.ts";
import { SETTING_TEXTS } from "../../report/setting-texts.ts";

/** Adds the options of a group of settings, some left out, to the help group that was opened last. */
export function addSettingOptions(
  command: Command,
  group: SettingGroup,
  without: readonly SettingName[] = [],
): Command {
  for (const [name, { flag, kind, ...row }] of SETTING_ROWS) {
    if (row.group !== group || without.includes(name)) continue;
    const { help, common: brief, unset = kind.format(row.default) } = SETTING_TEXTS[name];
    const [value, says] = help;
    const text = kind.words.length === 0 ? says : `${says}: ${kind.words.join(", ")}`;
    const option = new Option(`${flag} <${value}>`, `${text} (default: ${unset})`);
    if (brief !== undefined) asCommon(option, brief === true ? undefined : `${brief} (default: ${unset})`);
    command.addOption(option);
    option.argParser((given) => kind.parse(flag, given));
  }
  return command;
}

/**
 * The settings that were given, those alone, checked with the defaults of the others. An error names the option that the caller wrote: someone who
 * gives `--risk-free` has not heard of `riskFreeRate`. Parts of the model that are named are those that the strategy's file exports.
 */
export function givenSettings(
  options: Readonly<Record<string, unknown>>,
  from?: Pick<FoundStrategy, "exports" | "file">,
): Partial<RunSettings> {
  const written = Object.fromEntries(
    SETTING_ROWS.map(([name, { flag }]) => [name, options[attributeOf(flag)]] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const given = from === undefined ? written : withFunctions(written, from.exports, from.file);
  try {
    resolveSettings(given);
  } catch (error) {
    const row = isParameterError(error) && SETTING_ROWS.find(([name]) => name === error.details["parameter"]);
    throw isParameterError(error) && row ? withParameterName(error, row[1].flag) : error;
  }
  return given;
}

/** Defaults of the settings of some groups, by the name under which the parser has their option. */
export function settingDefaults(groups: readonly SettingGroup[]): ReadonlyMap<string, unknown> {
  const rows = SETTING_ROWS.filter(([, { group }]) => groups.includes(group));
  return new Map(rows.map(([, row]) => [attributeOf(row.flag), row.default]));
}

/** Where the parser leaves an option's value: `--initial-margin` under `initialMargin`. */
function attributeOf(flag: string): string {
  return flag.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
