import { snakeCase, renameMembers } from "../primitives/member-names.ts";

/** Settings of a run by name. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings under other names, with the fields of models in them. Options of a part of your own, a level deeper, keep the names that you gave them. */
export function renamedSettings(settings: object, nameOf: (name: string) => string): Settings {
  return renameMembers(settings, nameOf, 2);
}

/** Settings of a run as HTTP carries them: `{ fill_at: "same-close" }`. */
export function sentSettings(settings: object): Settings {
  return renamedSettings(settings, snakeCase);
}
