import { test } from "vitest";
import { killAgainAndAgain } from "../../support/killing.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";

const { folder } = temporaryFiles();

test.concurrent("a server killed at any time restores every acknowledged order exactly once", async () => {
  await killAgainAndAgain(4, 1, folder);
}, 120_000);

test.concurrent("a server killed while its disk is full, its clock jumps and clients are slow restores each order once, and sends each fill once", async () => {
  await killAgainAndAgain(4, 3, folder, { clockJumps: true, fullDisk: true, followers: true });
}, 120_000);
