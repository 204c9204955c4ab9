import { isParameterError, parameterError, withParameterName } from "../primitives/check.ts";
import { isNumberText, parseParamValue } from "../primitives/parse-text.ts";
import type { ParamSpecs } from "../primitives/param.ts";
import { isOwnPart, partFromText } from "./custom-part.ts";
import { type AnyModel, type ModelSettings, resolveModel } from "./model.ts";

/**
 * Parses a model: its name, its name with parameters such as `per-share:amount=0.005,minimum=1`, or with values in
 * sequence such as `bps:5`. A number alone is the first parameter of the model `plain`, if given. Throws
 * `SETTING_INVALID` for an unknown model, `PARAMETER_UNKNOWN` and `PARAMETER_OUT_OF_RANGE`.
 */
export function readModel<F>(
  option: string,
  models: Readonly<Record<string, AnyModel<F>>>,
  text: string,
  plain?: string,
): ModelSettings {
  const named = partFromText(text);
  if (named !== undefined) return named;
  const full = plain !== undefined && isNumberText(text) ? `${plain}:${text}` : text;
  const at = full.indexOf(":");
  const model = at < 0 ? full : full.slice(0, at);
  const specs = Object.hasOwn(models, model) ? (models[model]!.params as ParamSpecs) : undefined;
  const parts = at < 0 || specs === undefined ? [] : full.slice(at + 1).split(",");
  try {
    return resolveModel(option, models, { ...fieldsOf(option, model, specs ?? {}, parts), model }).settings;
  } catch (error) {
    // The error must name the option too: `--commission -1` does not contain the word `rate`.
    if (!isParameterError(error) || error.details["parameter"] === option) throw error;
    throw withParameterName(error, `${option} ${String(error.details["parameter"])}`);
  }
}

/** Formats a model's settings as text that `readModel` parses, such as `percent:rate=0.001`. */
export function modelAsText(settings: ModelSettings): string {
  if (isOwnPart(settings)) return `custom:${settings.name}`;
  const { model, ...fields } = settings;
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return parts.length === 0 ? model : `${model}:${parts.join(",")}`;
}

function fieldsOf(option: string, model: string, specs: ParamSpecs, parts: readonly string[]): Record<string, unknown> {
  const names = Object.keys(specs);
  const fields: Record<string, unknown> = {};
  for (const [place, part] of parts.entries()) {
    const at = part.indexOf("=");
    const name = at < 0 ? names[place] : part.slice(0, at);
    if (name === undefined || name === "model" || Object.hasOwn(fields, name)) {
      throw parameterError(option, usage(model, names), `${model}:${parts.join(",")}`);
    }
    fields[name] = parseParamValue(Object.hasOwn(specs, name) ? specs[name] : undefined, part.slice(at + 1));
  }
  return fields;
}

function usage(model: string, names: readonly string[]): string {
  return names.length === 0 ? `${model} alone` : `${model}:${names.map((name) => `${name}=VALUE`).join(",")}`;
}
