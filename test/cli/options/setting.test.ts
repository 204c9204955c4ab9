import { Command } from "commander";
import { DEFAULT_SETTINGS, type RunSettings } from "hindcast";
import { expect, test } from "vitest";
import {
  addSettingOptions,
  givenSettings,
  SETTING_OPTIONS,
  type SettingGroup,
} from "../../../src/cli/options/setting.ts";
import { SETTING_CHOICES } from "../../../src/engine/setting-choices.ts";

const GROUPS = Object.keys(SETTING_OPTIONS) as SettingGroup[];
const ALL = Object.assign({}, ...Object.values(SETTING_OPTIONS)) as Record<
  keyof RunSettings,
  { readonly flag: string }
>;

/** The settings that a call of the command line gives. */
function settings(...args: readonly string[]): Partial<RunSettings> {
  const command = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  for (const group of GROUPS) addSettingOptions(command, group);
  command.parse(args, { from: "user" });
  return givenSettings(command.opts());
}

test("every setting of a run has an option", () => {
  expect(Object.keys(ALL).toSorted()).toEqual(Object.keys(DEFAULT_SETTINGS).toSorted());
});

test("what was not given is left out, so that it is known what was chosen", () => {
  expect(settings()).toEqual({});
  expect(settings("--account", "margin", "--latency", "250")).toEqual({ account: "margin", latencyMs: 250 });
});

test.each(Object.entries(SETTING_CHOICES).flatMap(([name, words]) => words.map((word) => [name, word] as const)))(
  "%s may be %s, and nothing that it is not",
  (name, word) => {
    const { flag } = ALL[name as keyof RunSettings];
    expect(settings(flag, word)).toEqual({ [name]: word });
    expect(() => settings(flag, "perhaps")).toThrow(
      `${flag} must be one of ${SETTING_CHOICES[name as keyof RunSettings]!.join(", ")}, was "perhaps"`,
    );
  },
);

test.each([true, false])("a setting that is yes or no is %s", (value) => {
  expect(settings("--exclusive-orders", String(value))).toEqual({ exclusiveOrders: value });
  expect(() => settings("--exclusive-orders", "perhaps")).toThrow(
    '--exclusive-orders must be one of true, false, was "perhaps"',
  );
});

test.each([
  ["--initial-margin 11", "--initial-margin must be a finite number from 0.001 to 10, was 11"],
  ["--maintenance-margin 0.6", "--maintenance-margin must be a finite number from 0 to 0.5, was 0.6"],
  ["--volume-share 2", "--volume-share must be a finite number from 0 to 1, was 2"],
  ["--latency -1", "--latency must be a finite number from 0 to 1000000000000, was -1"],
  ["--borrow-rate much", '--borrow-rate must be a number, was "much"'],
])("%s is refused by the name that was given", (line, message) => {
  expect(() => settings(...line.split(" "))).toThrow(message);
});
