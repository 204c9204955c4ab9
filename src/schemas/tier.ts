/** What a key is entitled to. */
export interface TierRights {
  readonly requestsPerHour: number;
  /** Whether it may open the stream. */
  readonly stream: boolean;
}

/** Requests an hour of a tier without a limit: as many as any client can count. */
export const UNLIMITED = 2_147_483_647;

/** The tiers of keys. */
export const TIERS = {
  free: { requestsPerHour: 1_000, stream: false },
  pro: { requestsPerHour: 10_000, stream: true },
  enterprise: { requestsPerHour: UNLIMITED, stream: true },
} as const satisfies Readonly<Record<string, TierRights>>;

export type Tier = keyof typeof TIERS;

export const TIER_NAMES = Object.keys(TIERS) as Tier[];
