import { expect, test } from "vitest";
import { runFlags } from "../../../src/web/research/sweep/chosen-trial.ts";

test("the command that repeats a trial has flags for the trial's parameters and seed, quoted for a shell", () => {
  expect(runFlags([], 7)).toBe("--seed 7");
  expect(
    runFlags(
      [
        ["fast", 5],
        ["stop", -0.25],
        ["tiny", 1e-7],
        ["long", true],
        ["mode", "mean_a+b,c.d"],
        ["words", "b c"],
        ["cash", "$HOME"],
        ["own", "it's"],
        ["none", ""],
      ],
      2941028672,
    ),
  ).toBe(
    String.raw`--param fast=5 --param stop=-0.25 --param tiny=1e-7 --param long=true --param mode=mean_a+b,c.d --param 'words=b c' --param 'cash=$HOME' --param 'own=it'\''s' --param none= --seed 2941028672`,
  );
});
