import { PreparedRun, RunPlan, settingsOver } from "../../engine/run-plan.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import { defineStrategy } from "../../engine/strategy.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { Calendar } from "../../time/calendar.ts";
import { accountKindOf, type AccountType, accountTypeOf } from "./account-type.ts";
import { goesTwoWays } from "./exchange.ts";
import type { TradingPlace } from "./trading-place.ts";

/** It decides nothing: orders come from a client. */
const CLIENT = defineStrategy({ name: "remote-orders" });

/** Where the account of a client trades that does what a batch run does: the same data, range and settings. */
export class RunPlace implements TradingPlace {
  readonly settings: RunSettings;
  readonly calendar: Calendar;
  readonly asRun = true;
  readonly prepared: PreparedRun;
  readonly #given: Partial<RunSettings>;

  /** Throws SETTING_INVALID, DATE_RANGE_EMPTY and what else a run of these data throws. */
  constructor(data: MarketData, calendar: Calendar, given: Partial<RunSettings>) {
    this.settings = settingsOver(data, undefined, given);
    if (this.settings.intrabar === "band") throw goesTwoWays();
    this.calendar = calendar;
    this.#given = given;
    this.prepared = new PreparedRun(data, undefined, this.settings);
  }

  get currency(): string {
    return this.settings.currency;
  }

  get accountType(): AccountType {
    return accountTypeOf(this.settings);
  }

  plan(cash: number, type: AccountType): RunPlan {
    const account = accountKindOf(type, this.settings);
    return new RunPlan(CLIENT, this.prepared, { settings: { ...this.#given, cash, account } });
  }
}
