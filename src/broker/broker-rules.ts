import type { AccountKind, ShortCash } from "./accounts/account.ts";
import type { MarginRatios } from "./accounts/margin-account.ts";
import type { AdmissionRule } from "./admission.ts";
import type { Commission } from "./commission/commission-model.ts";
import type { FillTerms } from "./fill-terms.ts";
import type { BarCalls, CallParts } from "./in-bar-calls.ts";
import type { MatchingRules } from "./matching.ts";
import type { Sizing } from "./models/sizing.ts";
import type { Slippage } from "./models/slippage.ts";
import type { TimeInForceRule } from "./times-in-force.ts";

/**
 * What closing a position is: an order that cancels the open ones which would make the position smaller, and can do no more itself; one that
 * leaves them, and can do no more either; or a market order like any other for what is held when it is given.
 */
export type Closing = "cancels" | "reduces" | "plain";

/** The rules that a broker fills by. */
export interface BrokerRules extends MatchingRules {
  readonly commission: Commission;
  /** It reads the terms of the fill; and it is always 0. */
  readonly commissionByTerms: boolean;
  readonly commissionFree: boolean;
  readonly slippage: Slippage;
  /** What both models read; the broker writes it before it asks them. */
  readonly terms: FillTerms;
  /** They read it, so it must be written. */
  readonly usesTerms: boolean;
  readonly account: AccountKind;
  /** The order in which commands of one moment are accepted. */
  readonly admission: AdmissionRule;
  readonly sizing: Sizing;
  /** Share of exposure that equity must cover to open it, where the account asks for it. */
  readonly initialShare: number;
  /** What a unit takes of the cash of a cash-flow account; 0 for its price. */
  readonly unitMargin: number;
  /** Undefined for an account without credit by exposure. */
  readonly margin: MarginRatios | undefined;
  /** Makes what calls the account for margin inside bars. */
  readonly barCalls: (parts: CallParts) => BarCalls;
  readonly shortCash: ShortCash;
  /** An order fills once for each trade that it ends and once for what it opens, which alone slips. */
  readonly fillsByTrade: boolean;
  /** What closing a position is. */
  readonly closing: Closing;
  /** A new order cancels those before it and ends the position. */
  readonly exclusive: boolean;
  /** Without equity everything ends, and cash is nothing. */
  readonly endsAtRuin: boolean;
  /** How long an order lives that does not say. */
  readonly orderLife: TimeInForceRule;
  /** Annual rates, fractions: paid on borrowed cash, earned on idle cash, paid on the worth of what is sold short. */
  readonly debitRate: number;
  readonly creditRate: number;
  readonly borrowRate: number;
}
