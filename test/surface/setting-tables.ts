import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commissions } from "../../src/broker/commission/catalog.ts";
import { slippages } from "../../src/broker/models/slippage.ts";
import { SETTING_ROWS, type SettingGroup } from "../../src/engine/settings.ts";
import type { AnyModel } from "../../src/broker/model.ts";
import type { ParamSpecs } from "../../src/primitives/param.ts";
import { SETTING_TEXTS } from "../../src/report/setting-texts.ts";
import { ROOT } from "../house/source-files.ts";

const GROUPS: Readonly<Record<SettingGroup, string>> = {
  data: "Data",
  strategy: "Strategy",
  account: "Account and results",
  costs: "Costs",
  fills: "Orders and fills",
};

/** Returns, for each setting, the comment above its row in the table SETTINGS. */
export function settingComments(): Readonly<Record<string, string>> {
  const source = readFileSync(join(ROOT, "src/engine/settings.ts"), "utf8");
  const rows = source.matchAll(/^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+): setting\(/gm);
  return Object.fromEntries(
    [...rows].map(([, comment, name]) => [name!, comment!.replaceAll(/\s*\n\s*\*\s*/g, " ").trim()]),
  );
}

/** Returns Markdown tables of all settings of a run, one table per group. */
export function settingReference(): string {
  const comments = settingComments();
  const tables = Object.entries(GROUPS).map(([group, title]) => {
    const rows = SETTING_ROWS.filter(([, row]) => row.group === group).map(([name, { flag, kind, part, ...row }]) => {
      const { unset } = SETTING_TEXTS[name];
      const standard = unset ?? `\`${kind.format(row.default)}\``;
      const owner = part === undefined ? "" : `part ${part}`;
      return [
        `\`${name}\``,
        `\`${flag}\``,
        valuesText(kind.schema),
        `default: ${standard}`,
        owner,
        comments[name] ?? "",
      ];
    });
    return `## ${title}\n\n${table(["setting", "flag", "values", "default", "part", "what it controls"], rows)}`;
  });
  return `${SETTING_ROWS.length} settings.\n\n${[...tables, ...Object.entries({ slippage: slippages, commission: commissions }).map(modelTable)].join("\n\n")}`;
}

/** Returns a Markdown table of the models that a setting such as `commission` accepts, with the fields of each model. */
function modelTable([setting, models]: [string, Readonly<Record<string, AnyModel<unknown>>>]): string {
  const rows = Object.values(models)
    .filter(({ custom }) => custom !== true)
    .flatMap(({ name, title, params }) => {
      const fields = Object.entries(params as ParamSpecs).map(([field, spec]) => [
        `field \`${field}\``,
        `default ${spec.default}`,
        spec.description ?? "",
      ]);
      const head = [`\`${name}\``, title];
      return fields.length === 0 ? [[...head, "", "", ""]] : fields.map((field) => [...head, ...field]);
    });
  return `## Models of \`${setting}\`\n\n${table(["model", "what it computes", "field", "default", "meaning"], rows)}`;
}

/** The members of a setting's JSON schema from which the text of its values is made. */
interface ValueSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly ValueSchema[];
  readonly properties?: { readonly model: { readonly enum: readonly string[] } };
}

/** Describes in words the values that a JSON schema allows. */
function valuesText(schema: ValueSchema): string {
  const { type, enum: words, minimum, exclusiveMinimum, maximum, properties, anyOf } = schema;
  if (anyOf !== undefined) return anyOf.map(valuesText).join(" or ");
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(", ");
  if (type === "boolean") return "`true`, `false`";
  if (properties !== undefined) {
    return `model ${properties.model.enum.map((name) => `\`${name}\``).join(", ")}`;
  }
  if (type === "string") return "text";
  const least = minimum === undefined ? "" : ` from ${minimum}`;
  const above = exclusiveMinimum === undefined ? least : ` above ${exclusiveMinimum}`;
  const most = maximum === undefined ? "" : ` to ${maximum}`;
  return `${type === "integer" ? "whole number" : "number"}${above}${most}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
