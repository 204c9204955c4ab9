import { snakeCase, renameMembers } from "../primitives/member-names.ts";

/** Settings of a run by name. */
export type Settings = Readonly<Record<string, unknown>>;

/** Renames settings and the fields of their models. Options of user-defined models keep their names. */
export function renamedSettings(settings: object, nameOf: (name: string) => string): Settings {
  return renameMembers(settings, nameOf, 2);
}

/** Converts the names of settings to those in HTTP: `{ fill_at: "same-close" }`. */
export function sentSettings(settings: object): Settings {
  return renamedSettings(settings, snakeCase);
}
