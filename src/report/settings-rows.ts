import type { RunResult } from "../engine/run-result.ts";
import type { SettingName } from "../engine/settings.ts";
import { type Labelled, valueText } from "./labelled.ts";
import { SETTING_TEXTS } from "./setting-texts.ts";

/**
 * Returns rows for the settings of a run, each with its meaning. Settings that no longer exist, in older results, have their own names as labels.
 */
export function settingsRows(result: RunResult): Labelled[] {
  const given = Object.entries(result.settings).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => {
    if (!Object.hasOwn(SETTING_TEXTS, name)) return { label: name, text: valueText(value) };
    const { label, meaning, text } = SETTING_TEXTS[name as SettingName];
    const explanation =
      typeof meaning === "object" ? (meaning as Readonly<Record<string, string>>)[String(value)] : meaning;
    return {
      label,
      text: text?.(value as never, result) ?? valueText(value),
      ...(explanation !== undefined && { meaning: explanation }),
    };
  });
}
