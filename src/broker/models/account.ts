/** Money, or units that need it, are short at a fill. */
interface ShortRule {
  /** What an account asks for may not be more than a limit; it may be anything where it is unbounded. */
  bound(limit: number): number;
  /** How many units are filled, of the most that the account allows. */
  units(most: () => number): number;
  /** In words: what nobody could have had; empty for nothing. */
  readonly tooKind: string;
}

/** What happens when money is short at the fill, for what changed since the order was admitted. One row a way. */
export const shortRules = {
  /** What the money buys is filled, and the rest canceled. */
  reduce: { bound: (limit) => limit, units: (most) => most(), tooKind: "" },
  reject: { bound: (limit) => limit, units: () => 0, tooKind: "" },
  "allow-negative": { bound: () => Infinity, units: (most) => most(), tooKind: "cash may go below zero for nothing" },
} as const satisfies Readonly<Record<string, ShortRule>>;

/** Whether equity of nothing, or less, ends everything. One row a way. */
export const ruinRules = {
  "goes-on": { ends: () => false, watches: () => false },
  ends: { ends: (equity: number) => equity <= 0, watches: () => true },
} as const;

/** How an order fills that ends trades: whole, or once for each trade that it ends and once for what it opens, which alone slips. One row a way. */
export const executionRules = {
  order: { each: () => false },
  trade: { each: () => true },
} as const;

/** When a margin account is called. One row a way. */
export const callRules = {
  "in-bar": { inBars: () => true },
  "at-close": { inBars: () => false },
} as const;

/** In words: where a bar called the account. */
export const CALL_WORDS = {
  atOpen: "Margin call: the bar opened at a price at which equity was below the maintenance margin.",
  inside:
    "Margin call: here equity met the maintenance margin, with every bar of the moment as far on the way from its open to its worst side.",
} as const;

/** Shares of exposure that equity must cover: to open, and to keep. */
export interface MarginRatios {
  readonly initial: number;
  readonly maintenance: number;
}

/**
 * What an account looks at: cash and what is held; the exposure that equity must cover; cash alone, with what short sales bring; the margin
 * that is free at the fill; the same for each order by itself, from when it is given until it fills; or nothing.
 */
export const accountKinds = {
  cash: { credit: false, shorts: false },
  margin: { credit: true, shorts: true },
  "cash-flow": { credit: false, shorts: true },
  "free-margin": { credit: false, shorts: true },
  "buying-power": { credit: false, shorts: true },
  unchecked: { credit: false, shorts: true },
} as const;

export type AccountKind = keyof typeof accountKinds;

/** The settings that choose this part. */
export interface AccountChoices {
  readonly account: AccountKind;
  readonly initialMargin: number;
  readonly maintenanceMargin: number;
  readonly unitMargin: number;
  readonly shortCash: keyof typeof shortRules;
  readonly fillsBy: keyof typeof executionRules;
  readonly ruin: keyof typeof ruinRules;
  readonly marginCalls: keyof typeof callRules;
}

/** What accounts may do, and what becomes of them. */
export class AccountRules {
  readonly kind: AccountKind;
  /** Share of exposure that equity must cover to open it, where the account asks for it. */
  readonly initialShare: number;
  /** What a unit takes of the cash of a cash-flow account; 0 for its price. */
  readonly unitMargin: number;
  /** Undefined for an account without credit by exposure. */
  readonly margin: MarginRatios | undefined;
  readonly short: ShortRule;
  readonly #ruin: (typeof ruinRules)[keyof typeof ruinRules];
  readonly #executions: (typeof executionRules)[keyof typeof executionRules];
  readonly #calls: (typeof callRules)[keyof typeof callRules];

  constructor(choices: AccountChoices) {
    const { account, initialMargin, maintenanceMargin, unitMargin, shortCash, fillsBy, ruin, marginCalls } = choices;
    this.kind = account;
    this.initialShare = initialMargin;
    this.unitMargin = unitMargin;
    this.margin = accountKinds[account].credit ? { initial: initialMargin, maintenance: maintenanceMargin } : undefined;
    this.short = shortRules[shortCash];
    this.#ruin = ruinRules[ruin];
    this.#executions = executionRules[fillsBy];
    this.#calls = callRules[marginCalls];
  }

  /** Whether bars call it for margin before they close. */
  calledInBars(): boolean {
    return this.margin !== undefined && this.#calls.inBars();
  }

  /** Whether equity must cover a share of exposure. */
  hasMargin(): boolean {
    return this.margin !== undefined;
  }

  /** Whether it may sell what it does not hold, or buy on credit. */
  lends(): boolean {
    return accountKinds[this.kind].shorts;
  }

  /** Whether equity as low as this ends everything. */
  isRuined(equity: number): boolean {
    return this.#ruin.ends(equity);
  }

  /** Whether equity is looked at when bars close. */
  mayEnd(): boolean {
    return this.margin !== undefined || this.#ruin.watches();
  }

  /** Whether equity is looked at though all that is held is covered. */
  mayBeRuined(): boolean {
    return this.#ruin.watches();
  }

  /** Whether an order fills once for each trade that it ends. */
  fillsEachTrade(): boolean {
    return this.#executions.each();
  }
}
