import { expect, test } from "vitest";
import { TIMES_IN_FORCE } from "../../src/broker/order-record.ts";
import { SETTING_ROWS } from "../../src/engine/settings.ts";
import { checkChoices, type ChoiceFacts } from "./check-choices.ts";
import { filesUnder } from "./source-files.ts";

/** Settings whose values are a fixed list of words. Commission and slippage are left out, since users can define models for them. */
const facts: ChoiceFacts = {
  words: new Map([
    ...SETTING_ROWS.map(([name, { kind }]) => [name, kind.words] as const),
    ["timeInForce", TIMES_IN_FORCE],
  ]),
  partSettings: new Set(SETTING_ROWS.flatMap(([name, { part }]) => (part === undefined ? [] : [name]))),
};

test("only files in src/broker/models compare a setting with its values or read a setting of the execution model", () => {
  const files = filesUnder(["src"], ".ts").filter(({ path }) => !path.startsWith("src/broker/models/"));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(({ path, text }) => checkChoices(path, text, facts))).toEqual([]);
});

test("checkChoices finds comparisons of settings with their values in src/broker/models, where they are allowed", () => {
  const models = filesUnder(["src/broker/models"], ".ts");
  expect(models.flatMap(({ path, text }) => checkChoices(path, text, facts))).not.toEqual([]);
});

test.each([
  ['if (settings.fillAt === "same-close") go();', 2],
  ['if ("same-close" !== plan.settings["fillAt"]) go();', 2],
  ['const { fillAt } = choices; fillAt == "same-close" && go();', 1],
  ['const { fillAt: when = "next-open" } = choices; if (when === "same-close") go();', 1],
  ['const when = plan.fillAt; if (when! === ("same-close" as const)) go();', 1],
  ['switch (choices.fillAt) { case "same-close": go(); }', 1],
  ['if (run?.graph_prices === "splits") go();', 1],
  ['class Run { #hours = "regular"; get all() { return this.#hours === "extended"; } }', 1],
  ['const rests = order.time_in_force !== "ioc" && timeInForce !== "fok";', 2],
  ["const limited = settings.volumeShare > 0;", 1],
  ["const { volumeShare, cash } = plan.settings;", 1],
  ["const limited = ({ volumeShare }: RunSettings) => volumeShare > 0;", 1],
  ["const limited = ({ settings: { volumeShare } }: RunResult) => volumeShare > 0;", 1],
  ['if (settings.zone === "UTC" || seed === "first" || order.type === "limit") go();', 0],
  ["const { kind } = SETTINGS.volumeShare; const cash = settings.cash;", 0],
  ['const given = { fillAt: "same-close", volumeShare: 0.1 }; words[settings.currency];', 0],
])("checkChoices finds every forbidden use of a setting in the code: %s", (text, count) => {
  expect(checkChoices("case.ts", text, facts)).toHaveLength(count);
});
