import { test } from "vitest";
import { killAgainAndAgain } from "../support/killing.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const { folder } = temporaryFiles();

test("a server killed hundreds of times keeps everything it acknowledged", async () => {
  await killAgainAndAgain(
    Number(process.env["HINDCAST_KILLS"] ?? 300),
    Number(process.env["HINDCAST_SOAK_SEED"] ?? 7),
    folder,
  );
});
