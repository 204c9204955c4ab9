import { test } from "vitest";
import { killAgainAndAgain } from "../../support/killing.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";

const { folder } = temporaryFiles();

test("a server that is killed at any moment has every acknowledged order exactly once when it is back", async () => {
  await killAgainAndAgain(6, 1, folder);
}, 120_000);
