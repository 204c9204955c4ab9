import { commissions } from "../../broker/commission/catalog.ts";
import type { AnyModel } from "../../broker/model.ts";
import { slippages } from "../../broker/models/slippage.ts";
import { SETTINGS } from "../../engine/settings.ts";
import { camelCase, snakeCase } from "../../primitives/member-names.ts";
import { renamedSettings, type Settings } from "../../schemas/run-settings.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { membersOf, readMember } from "../errors/error-of.ts";
import { unknownMember } from "./problems-of.ts";

const SENT_NAMES: readonly string[] = Object.keys(SETTINGS).map(snakeCase);

/** Names of settings and of the parameters of their models, as in the library. */
const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(SETTINGS),
  ...[commissions, slippages].flatMap((models) =>
    Object.values<AnyModel<unknown>>(models).flatMap(({ params }) => Object.keys(params as object)),
  ),
]);

/**
 * Converts the names of settings in a body to those of the library. Throws INVALID_PARAMETERS for unknown settings and for names in
 * camelCase, with suggestions.
 */
export function withKnownSettings<Body extends { readonly settings?: Settings }>(body: Body): Body {
  const { settings } = body;
  if (settings === undefined) return body;
  const at = (...names: readonly string[]) => ({ in: "body", parameter: ["settings", ...names].join(".") }) as const;
  const problems = Object.entries(settings).flatMap(([name, value]) => {
    if (!SENT_NAMES.includes(name)) return [unknownMember(at(name), SENT_NAMES, name)];
    const fields = Object.keys(membersOf(value)).filter((field) => NAMES.has(field) && snakeCase(field) !== field);
    return fields.map((field) => unknownMember(at(name, field), [snakeCase(field)], field));
  });
  if (problems.length > 0) throw invalidParameters(problems);
  const nameOf = (sent: string) => (NAMES.has(camelCase(sent)) ? camelCase(sent) : sent);
  return { ...body, settings: renamedSettings(settings, nameOf) };
}

/** Lets the library read the settings in a body. Errors get the path in the body and the names that the API uses. */
export function readSettings<Read>(settings: Settings = {}, read: (settings: Settings) => Read): Read {
  return readMember("settings", settings, read, (text) =>
    text.replaceAll(/[a-z]+(?:[A-Z][a-z]*)+/g, (word) => (NAMES.has(word) ? snakeCase(word) : word)),
  );
}
