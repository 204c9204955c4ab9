import { SETTING_ROWS } from "../../engine/settings.ts";
import { snakeCase } from "../../primitives/member-names.ts";
import { SETTING_TEXTS } from "../../report/setting-texts.ts";

/** Name of the schema of run settings in the OpenAPI document. */
export const SETTINGS_NAME = "RunSettings";

/** JSON Schema of all settings of a run, with descriptions and defaults. The run itself checks the settings of a request. */
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
