import { type ExecutionModel, modelOf, type ModelChoices } from "../broker/models/execution-model.ts";
import { Money, type MoneyRounding } from "../ledger/money.ts";
import { decimalsOf } from "../market/currency-decimals.ts";
import type { Feed } from "../market/feed.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { type Market, unknownSymbol } from "./market.ts";

/** Rules for dividends, by the setting's value. */
export const dividendRules = { pay: { pays: true }, ignore: { pays: false } } as const;

/** Rules for positions whose bars have ended, by the setting's value. */
export const endedBars = {
  hold: { settles: false, words: 'stay at the last price and cannot be sold (barsEnd "settle" settles them)' },
  settle: { settles: true, words: "are settled at the last price after 31 days, or at the end" },
} as const;

/** Resolved settings that a simulation reads. */
export interface SimulationSettings extends ModelChoices {
  readonly cash: number;
  readonly currency: string;
  readonly moneyRounding: MoneyRounding;
  readonly dividends: keyof typeof dividendRules;
  readonly barsEnd: keyof typeof endedBars;
}

/** Plan of a simulation: a market, and the settings for fills and money. */
export class SimulationPlan {
  readonly market: Market;
  readonly settings: SimulationSettings;
  readonly rules: ExecutionModel;
  readonly currencyDecimals: number;

  /**
   * Creates a plan. `template` may be a plan for the same market and settings. Throws `CASH_OUT_OF_RANGE` for cash that
   * is not a whole number of the currency's smallest units.
   */
  constructor(market: Market, settings: SimulationSettings, template?: SimulationPlan) {
    this.market = market;
    this.settings = settings;
    if (template !== undefined) {
      this.currencyDecimals = template.currencyDecimals;
      this.rules = template.rules;
      return;
    }
    const instruments = market.traded.map(({ instrument }) => instrument);
    this.currencyDecimals = decimalsOf(settings.currency, instruments);
    checkCoin(settings, this.currencyDecimals);
    this.rules = modelOf(settings);
  }

  /** Start of the first traded bar and end of the last one, in epoch milliseconds. */
  get start(): number {
    return this.market.start;
  }
  get end(): number {
    return this.market.end;
  }

  /** Returns the feed of a symbol. Throws `SYMBOL_UNKNOWN` for a symbol that is not in the market. */
  feedOf(symbol: string, feeds: readonly Feed[]): Feed {
    const place = this.market.places.get(symbol);
    if (place !== undefined) return feeds[place]!;
    throw unknownSymbol(symbol, this.market.symbols);
  }
}

/** Relative error that a sum of decimal fractions may have in binary. */
const NOISE = 4 * Number.EPSILON;

/**
 * Checks that cash is a whole number of the currency's smallest units, since rounding it would look like a return.
 * Throws `CASH_OUT_OF_RANGE`.
 */
export function checkCoin(
  { cash, currency, moneyRounding }: Pick<SimulationSettings, "cash" | "currency" | "moneyRounding">,
  decimals: number,
): void {
  const least = 1 / 10 ** decimals;
  const booked = new Money(moneyRounding, decimals).estimate(cash);
  if (booked > 0 && Math.abs(booked - cash) <= cash * NOISE) return;
  const mustBe =
    cash < least
      ? `at least ${least}, the smallest unit of ${currency}`
      : `an amount in steps of ${least}, the smallest unit of ${currency}`;
  const message = `cash must be ${mustBe}, was ${formatValue(cash)}`;
  throw new HindcastError("CASH_OUT_OF_RANGE", message, { cash, least, parameter: "cash", was: cash });
}
