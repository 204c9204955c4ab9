/** Limits and rights of the API keys of a tier. */
export interface TierRights {
  readonly requestsPerHour: number;
  /** Whether keys of the tier may open the stream. */
  readonly stream: boolean;
}

/** Requests per hour of a tier without a limit: the largest 32-bit integer. */
export const UNLIMITED = 2_147_483_647;

/** Tiers of API keys. */
export const TIERS = {
  free: { requestsPerHour: 1_000, stream: false },
  pro: { requestsPerHour: 10_000, stream: true },
  enterprise: { requestsPerHour: UNLIMITED, stream: true },
} as const satisfies Readonly<Record<string, TierRights>>;

export type Tier = keyof typeof TIERS;

export const TIER_NAMES = Object.keys(TIERS) as Tier[];
