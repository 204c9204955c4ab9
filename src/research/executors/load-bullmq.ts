import type * as BullMq from "bullmq";
import { HindcastError } from "../../primitives/errors.ts";

export type BullMqModule = typeof BullMq;

const INSTALL = "npm install bullmq ioredis";

/**
 * The package that hands work to other machines over Redis, which not everybody needs: it is installed on its own, and loaded when it is first
 * asked for. Throws PACKAGE_MISSING.
 */
export async function loadBullMq(load: () => Promise<BullMqModule> = () => import("bullmq")): Promise<BullMqModule> {
  try {
    return await load();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new HindcastError(
      "PACKAGE_MISSING",
      `the packages bullmq and ioredis must be installed to share trials over Redis, could not be loaded; ${INSTALL}`,
      { package: "bullmq", install: INSTALL, cause },
    );
  }
}
