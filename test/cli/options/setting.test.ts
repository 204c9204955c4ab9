import { Command } from "commander";
import type { RunSettings } from "hindcast";
import { expect, test } from "vitest";
import { addSettingOptions, explicitSettings } from "../../../src/cli/options/setting.ts";
import { SETTING_ROWS, SETTINGS } from "../../../src/engine/settings.ts";

/** The settings given by arguments of the command line. */
function settings(...args: readonly string[]): Partial<RunSettings> {
  const groups = new Set(SETTING_ROWS.map(([, { group }]) => group));
  const command = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  for (const group of groups) addSettingOptions(command, group);
  command.parse(args, { from: "user" });
  return explicitSettings(command.opts());
}

// Settings for user-defined parts have no default: their value names an export of the strategy's file.
const USER_PARTS = SETTING_ROWS.filter(([, row]) => row.default === undefined);
const WITH_DEFAULT = SETTING_ROWS.filter(([, row]) => row.default !== undefined);

test.each(WITH_DEFAULT)("the setting %s has an option that accepts the default as the help prints it", (name, row) => {
  const value = row.kind === SETTINGS.from.kind ? "2024-01-05" : row.default;
  expect(settings(row.flag, row.kind.format(value))).toEqual({ [name]: value });
});

test.each(USER_PARTS)("the setting %s has an option that accepts only custom:NAME", (_, { flag }) => {
  expect(() => settings(flag, "mine")).toThrow(`${flag} must be custom:NAME`);
});

test("settings without an option on the command line are left out", () => {
  expect(settings()).toEqual({});
  expect(settings("--account", "margin", "--latency", "250")).toEqual({ account: "margin", latencyMs: 250 });
});

const CHOICES = SETTING_ROWS.filter(([, { kind }]) => Array.isArray(kind.schema["enum"]));

test.each(CHOICES.flatMap(([name, row]) => row.kind.words.map((word) => [name, word, row] as const)))(
  "the option of the setting %s accepts %s and refuses an unknown word",
  (name, word, { flag, kind }) => {
    expect(settings(flag, word)).toEqual({ [name]: word });
    expect(() => settings(flag, "perhaps")).toThrow(`${flag} must be one of ${kind.words.join(", ")}, was "perhaps"`);
  },
);

test.each([true, false])("the option of a boolean setting accepts %s and refuses other words", (value) => {
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
])("%s is refused with an error that names the flag", (line, message) => {
  expect(() => settings(...line.split(" "))).toThrow(message);
});

test("all settings have different flags", () => {
  const flags = SETTING_ROWS.map(([, { flag }]) => flag);
  expect(new Set(flags).size).toBe(flags.length);
});
