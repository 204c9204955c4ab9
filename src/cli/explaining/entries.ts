import { ORDER_REASON_TEXTS } from "../../broker/order-reason-texts.ts";
import { SETTING_ROWS } from "../../engine/settings.ts";
import { indicators } from "../../indicators/catalog.ts";
import type { OutputSpecs } from "../../indicators/spec.ts";
import { metrics, metricTables } from "../../metrics/catalog.ts";
import type { Metric, MetricTable } from "../../metrics/define.ts";
import { ERROR_TABLE, type ErrorText } from "../../primitives/error-table.ts";
import { snakeCase } from "../../primitives/member-names.ts";
import type { Param, ParamSpecs } from "../../primitives/param.ts";
import { SETTING_TEXTS } from "../../report/setting-texts.ts";
import { API_ERROR_TABLE, type ApiErrorCode } from "../../schemas/api-error.ts";
import { API_ERROR_TEXTS } from "../../schemas/api-error-texts.ts";
import { indicatorFacts } from "../output/indicator-facts.ts";

/** A metric, indicator, setting, error or order reason, as `hindcast explain` prints it. */
export interface Entry {
  readonly name: string;
  /** Other names by which the entry is found, in lower case. */
  readonly aliases: readonly string[];
  readonly heading: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
  readonly json: object;
}

/** Returns all entries. Two of them can share a name: `beta` is a metric and an indicator. */
export function allEntries(): readonly Entry[] {
  return [
    ...[...Object.values(metrics), ...Object.values(metricTables)].map(metricEntry),
    ...indicatorEntries(),
    ...settingEntries(),
    ...errorEntries(),
    ...reasonEntries(),
  ];
}

const UNITS: Readonly<Record<Metric["unit"], string>> = {
  fraction: "a fraction: 0.01 is one percent",
  ratio: "a plain number",
  money: "account currency",
  count: "a count",
  duration: "milliseconds",
};

const BETTER: Readonly<Record<Metric["better"], string>> = {
  higher: "higher is better",
  lower: "lower is better",
  neither: "neither: higher values are not better or worse",
};

export function metricEntry(metric: Metric | MetricTable): Entry {
  const { name, title, formula, convention, better, source } = metric;
  const unit =
    metric.kind === "number" ? UNITS[metric.unit] : `a table of ${Object.keys(metric.units).join(", ")} in each row`;
  return {
    name,
    aliases: [title.toLowerCase()],
    heading: `${title} (${name})`,
    rows: [
      ["formula", formula],
      ["convention", convention],
      ["unit", unit],
      ["direction", BETTER[better]],
      ...(source === undefined ? [] : ([["source", source]] as const)),
    ],
    json: metric,
  };
}

function indicatorEntries(): readonly Entry[] {
  return Object.values(indicators).map((indicator) => {
    const { spec } = indicator;
    const { name, title, category, inputs, memory, compat = {} } = spec;
    const facts = indicatorFacts(indicator);
    const params = Object.entries(spec.params as ParamSpecs).map(([param, each]) => paramText(param, each));
    const outputs = Object.entries(spec.outputs as OutputSpecs).map(
      ([output, { title: outputTitle, range, undefinedWhen }], i) => {
        const bounds = range === undefined ? "" : ` from ${range[0]} to ${range[1]}`;
        const gap = undefinedWhen === undefined ? "" : `; no value if: ${undefinedWhen.description}`;
        return `${output}: ${outputTitle}${bounds}, first at index ${facts.outputs[i]!.firstValue}${gap}`;
      },
    );
    return {
      name,
      aliases: [title.toLowerCase()],
      heading: `${title} (${name}), an indicator`,
      rows: [
        ["category", category],
        ["inputs", inputs.join(", ")],
        ...labelFirst("parameters", params),
        ...labelFirst("outputs", outputs),
        ["depends on", memory === "window" ? "the bars in its window" : "all earlier bars"],
        ...Object.entries(compat).map(([program, preset]): [string, string] => [program, JSON.stringify(preset)]),
        ...labelFirst("differs", facts.differences),
      ],
      json: facts,
    };
  });
}

function paramText(name: string, spec: Param): string {
  const values = spec.kind === "choice" ? ` (${spec.choices.join(", ")})` : "";
  const about = spec.description === undefined ? "" : `: ${spec.description}${values}`;
  return `${name}${about || values}, default ${String(spec.default)}`;
}

function settingEntries(): readonly Entry[] {
  return SETTING_ROWS.map(([name, { flag, kind, group, part, ...row }]) => {
    const { help, unset, meaning } = SETTING_TEXTS[name];
    const standard = unset ?? kind.format(row.default as never);
    const values: readonly (readonly [string, string])[] =
      typeof meaning === "object" ? Object.entries(meaning as Readonly<Record<string, string>>) : [];
    const words = kind.words.filter((word) => !values.some(([value]) => value === word));
    return {
      name,
      aliases: [flag.slice(2), snakeCase(name)],
      heading: `${name} (${flag}), a setting`,
      rows: [
        ["controls", help[1].replace(/; models$/, "")],
        ["default", standard],
        ...(words.length === 0 ? [] : [["values", words.join(", ")] as const]),
        ...values,
      ],
      json: {
        setting: name,
        flag,
        group,
        part: part ?? null,
        controls: help[1],
        default: row.default ?? null,
        ...kind.schema,
      },
    };
  });
}

function errorEntries(): readonly Entry[] {
  const own = Object.entries(ERROR_TABLE).map(([code, text]) => textEntry(code, { code }, text));
  const served = (Object.keys(API_ERROR_TABLE) as ApiErrorCode[]).map((code) => {
    const { status } = API_ERROR_TABLE[code];
    return textEntry(code, { code, status }, API_ERROR_TEXTS[code], `, HTTP status ${status}`);
  });
  return [...own, ...served];
}

function reasonEntries(): readonly Entry[] {
  return Object.entries(ORDER_REASON_TEXTS).map(([reason, text]) =>
    textEntry(reason, { reason }, text, ", an order reason"),
  );
}

function textEntry(name: string, json: object, { meaning, whatToDo }: ErrorText, about = ""): Entry {
  return {
    name,
    aliases: [],
    heading: `${name}${about}`,
    rows: [
      ["meaning", withoutLinks(meaning)],
      ["what to do", withoutLinks(whatToDo)],
    ],
    json: { ...json, meaning, whatToDo },
  };
}

/** Removes Markdown links, which do not work in a terminal. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1");
}

/** Returns rows with the label on the first one only. */
function labelFirst(label: string, texts: readonly string[]): readonly (readonly [string, string])[] {
  return texts.map((text, i) => [i === 0 ? label : "", text]);
}
