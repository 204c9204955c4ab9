import { backtest } from "hindcast";
import { expect, test } from "vitest";
import { findingsBesideWarnings } from "../../src/report/findings.ts";
import { reportPayload } from "../../src/report/payload.ts";
import { findingsText } from "../../src/report/terminal/run-text.ts";
import { EIGHT_DAYS, eightDaysResult, scripted } from "./fixture.ts";

test("a report page contains the findings of the checks on its run, with their severity", () => {
  const { doubts } = reportPayload(eightDaysResult());
  // The run has two closed trades. A check expects at least 30 even for a strategy without parameters.
  expect(doubts).toContainEqual({
    code: "few-trades",
    severity: "caution",
    text: "2 closed trades for 0 parameters: fewer than 30 trades say little about future results.",
  });
});

test("a report leaves out a finding that repeats a warning of the run", () => {
  const idle = backtest(scripted({}), EIGHT_DAYS);
  expect(idle.warnings).toContain("No trade was closed: trade metrics are missing.");
  expect(findingsBesideWarnings(idle).map(({ code }) => code)).not.toContain("no-trades");
});

test("a terminal shows findings of severity wrong before those of severity caution", () => {
  const findings = [
    { code: "few-trades", severity: "caution", text: "Few." },
    { code: "stale-fills", severity: "wrong", text: "Stale." },
  ] as const;
  expect(findingsText(findings)).toBe("wrong: Stale.\ncaution: Few.");
  expect(findingsText(findings, { color: true })).toContain("\u001B[31mwrong");
  expect(findingsText([])).toBe("");
});
