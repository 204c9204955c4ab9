/** Rule for a fill that the account cannot pay for in full. */
interface ShortfallRule {
  /** Returns the limit of what an account may spend, or Infinity for no limit. */
  bound(limit: number): number;
  /** Returns the units to fill, given a function that returns the most units the account allows. */
  units(most: () => number): number;
  /** Text that says why the rule is unrealistic, or an empty text if it is realistic. */
  readonly unrealistic: string;
}

/** Rules for a fill that the account can no longer pay for since the order was accepted, by the setting's value. */
export const shortfallRules = {
  /** Fills the units that the money buys and cancels the remaining ones. */
  reduce: { bound: (limit) => limit, units: (most) => most(), unrealistic: "" },
  reject: { bound: (limit) => limit, units: () => 0, unrealistic: "" },
  "allow-negative": {
    bound: () => Infinity,
    units: (most) => most(),
    unrealistic: "cash may go below zero at no cost",
  },
} as const satisfies Readonly<Record<string, ShortfallRule>>;

/** Rules for equity of zero or less, by the setting's value. */
export const ruinRules = {
  "goes-on": { ends: () => false, watches: () => false },
  ends: { ends: (equity: number) => equity <= 0, watches: () => true },
} as const;

/**
 * Rules for fills that close trades, by the setting's value. `order`: one fill per order. `trade`: one fill for each
 * trade that the order closes, and one for the trade that it opens. Only the opening fill has slippage.
 */
export const executionRules = {
  order: { each: () => false },
  trade: { each: () => true },
} as const;

/** Rules for the time at which margin is checked, by the setting's value. */
export const callRules = {
  "in-bar": { inBars: () => true },
  "at-close": { inBars: () => false },
} as const;

/** Texts that explain at which price of a bar a margin call happened. */
export const MARGIN_CALL_TEXTS = {
  atOpen: "Margin call: the bar opened at a price at which equity was below the maintenance margin.",
  inside:
    "Margin call: equity fell to the maintenance margin at this price, assuming that all bars that close at this time move from open to worst price together.",
} as const;

/** Shares of exposure that equity must cover, to open and to keep positions. */
export interface MarginRatios {
  readonly initial: number;
  readonly maintenance: number;
}

/**
 * Kinds of accounts by what limits their orders. `cash`: cash and positions. `margin`: exposure relative to equity.
 * `cash-flow`: cash, including proceeds of short sales. `free-margin`: free margin at the fill. `buying-power`: free
 * margin for each order, from submission to fill. `unchecked`: nothing.
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

/** Settings that select the account rules. */
export interface AccountChoices {
  readonly account: AccountKind;
  readonly initialMargin: number;
  readonly maintenanceMargin: number;
  readonly unitMargin: number;
  readonly shortCash: keyof typeof shortfallRules;
  readonly fillsBy: keyof typeof executionRules;
  readonly ruin: keyof typeof ruinRules;
  readonly marginCalls: keyof typeof callRules;
}

/** Account rules of a run. */
export class AccountRules {
  readonly kind: AccountKind;
  /**
   * Initial margin: share of exposure that equity must cover to open a position, in accounts with margin.
   */
  readonly initialShare: number;
  /** Margin per unit in a cash-flow account; 0 if units are paid in full. */
  readonly unitMargin: number;
  /** Margin ratios of a margin account, otherwise undefined. */
  readonly margin: MarginRatios | undefined;
  readonly shortfall: ShortfallRule;
  readonly #ruin: (typeof ruinRules)[keyof typeof ruinRules];
  readonly #executions: (typeof executionRules)[keyof typeof executionRules];
  readonly #calls: (typeof callRules)[keyof typeof callRules];

  constructor(choices: AccountChoices) {
    const { account, initialMargin, maintenanceMargin, unitMargin, shortCash, fillsBy, ruin, marginCalls } = choices;
    this.kind = account;
    this.initialShare = initialMargin;
    this.unitMargin = unitMargin;
    this.margin = accountKinds[account].credit ? { initial: initialMargin, maintenance: maintenanceMargin } : undefined;
    this.shortfall = shortfallRules[shortCash];
    this.#ruin = ruinRules[ruin];
    this.#executions = executionRules[fillsBy];
    this.#calls = callRules[marginCalls];
  }

  /** Whether bars may trigger a margin call before they close. */
  callsMarginInBars(): boolean {
    return this.margin !== undefined && this.#calls.inBars();
  }

  /** Whether the account is a margin account. */
  hasMargin(): boolean {
    return this.margin !== undefined;
  }

  /** Whether the account may sell short or buy on credit. */
  allowsShort(): boolean {
    return accountKinds[this.kind].shorts;
  }

  /** Whether equity of this amount ends the account. */
  isRuined(equity: number): boolean {
    return this.#ruin.ends(equity);
  }

  /** Whether equity must be checked when bars close. */
  checksEquity(): boolean {
    return this.margin !== undefined || this.#ruin.watches();
  }

  /** Whether equity of zero or less ends the account. Then equity is checked even if margin is covered. */
  endsOnRuin(): boolean {
    return this.#ruin.watches();
  }

  /** Whether an order that closes several trades fills once for each. */
  fillsByTrade(): boolean {
    return this.#executions.each();
  }
}
