import { SETTING_ROWS } from "../../engine/settings.ts";
import { snakeCase } from "../../primitives/member-names.ts";
import { SETTING_TEXTS } from "../../report/setting-texts.ts";

/** The name under which the documentation keeps the settings of a run. */
export const SETTINGS_NAME = "RunSettings";

/** Every setting of a run as JSON Schema, with what it controls and its default. A run checks its settings itself, also those of requests. */
export const SETTINGS_SCHEMA = {
  type: "object",
  title: "Settings of a run",
  properties: Object.fromEntries(
    SETTING_ROWS.map(([name, { kind, default: value }]) => {
      const { help, unset } = SETTING_TEXTS[name];
      const description = unset === undefined ? help[1] : `${help[1]}; ${unset} when left out`;
      return [snakeCase(name), { ...kind.schema, description, ...(unset === undefined && { default: value }) }];
    }),
  ),
  additionalProperties: false,
} as const;
