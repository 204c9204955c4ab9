import { admissions } from "../broker/admission.ts";
import type { BrokerRules } from "../broker/broker-rules.ts";
import { commissions } from "../broker/commission/catalog.ts";
import { FillTerms } from "../broker/fill-terms.ts";
import { barCalls } from "../broker/in-bar-calls.ts";
import { sequenceOf } from "../broker/models/sequence.ts";
import { resolveModel } from "../broker/model.ts";
import { Sizing } from "../broker/models/sizing.ts";
import { Exits } from "../broker/models/exits.ts";
import { FillRules } from "../broker/models/fills.ts";
import { Liquidity } from "../broker/models/liquidity.ts";
import { Timing } from "../broker/models/timing.ts";
import { Slippage } from "../broker/models/slippage.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import type { RunSettings } from "./run-settings.ts";

/** The broker's rules by a run's settings. Each run has its own: models read the terms of the fill at hand from them. */
export function rulesOf(settings: RunSettings): BrokerRules {
  const terms = new FillTerms();
  const commission = resolveModel("commission", commissions, settings.commission, terms);
  const slippage = new Slippage(settings, terms);
  return {
    commission: commission.apply,
    commissionFree: commissions[settings.commission.model]!.free === true,
    slippage,
    terms,
    usesTerms: commission.usesTerms || slippage.usesTerms,
    commissionByTerms: commission.usesTerms,
    margin:
      settings.account === "margin"
        ? { initial: settings.initialMargin, maintenance: settings.maintenanceMargin }
        : undefined,
    barCalls: barCalls[settings.account === "margin" ? settings.marginCalls : "at-close"],
    account: settings.account,
    admission: admissions[settings.admission],
    sizing: new Sizing(settings),
    initialShare: settings.initialMargin,
    unitMargin: settings.unitMargin,
    shortCash: settings.shortCash,
    sequence: sequenceOf(settings),
    fills: new FillRules(settings),
    timing: new Timing(settings),
    exits: new Exits(settings),
    fillsByTrade: settings.fillsBy === "trade",
    closing: settings.closing,
    exclusive: settings.exclusiveOrders,
    endsAtRuin: settings.ruin === "ends",
    orderLife: timesInForce[settings.orderLife],
    liquidity: new Liquidity(settings),
    debitRate: settings.debitRate,
    creditRate: settings.creditRate,
    borrowRate: settings.borrowRate,
  };
}
