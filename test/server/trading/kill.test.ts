import { test } from "vitest";
import { killAgainAndAgain } from "../../support/killing.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";

const { folder } = temporaryFiles();

test.concurrent("a server that is killed at any moment has every acknowledged order exactly once when it is back", async () => {
  await killAgainAndAgain(4, 1, folder);
}, 120_000);

test.concurrent("and so when the disk is full, the host's clock jumps and clients hang up or do not read; who follows orders is told of each fill once", async () => {
  await killAgainAndAgain(4, 3, folder, { clockJumps: true, fullDisk: true, followers: true });
}, 120_000);
