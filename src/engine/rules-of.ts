import type { BrokerRules } from "../broker/broker-rules.ts";
import { commissions } from "../broker/commission/catalog.ts";
import { FillTerms } from "../broker/fill-terms.ts";
import { intrabarPolicies } from "../broker/intrabar/catalog.ts";
import { resolveModel } from "../broker/model.ts";
import { slippages } from "../broker/slippage/catalog.ts";
import type { RunSettings } from "./run-settings.ts";

/** The broker's rules by a run's settings. Each run has its own: models read the terms of the fill at hand from them. */
export function rulesOf(settings: RunSettings): BrokerRules {
  const terms = new FillTerms();
  const commission = resolveModel("commission", commissions, settings.commission, terms);
  const slippage = resolveModel("slippage", slippages, settings.slippage, terms);
  return {
    commission: commission.apply,
    slippage: slippage.apply,
    terms,
    usesTerms: commission.usesTerms || slippage.usesTerms,
    margin:
      settings.account === "margin"
        ? { initial: settings.initialMargin, maintenance: settings.maintenanceMargin }
        : undefined,
    shortCash: settings.shortCash,
    intrabar: intrabarPolicies[settings.intrabar === "band" ? "pessimistic" : settings.intrabar]!,
    strictLimits: settings.limitFill === "trade-through",
    stopsHold: settings.stopGap === "at-stop",
    marketAtClose: settings.fillAt === "next-close",
    sameClose: settings.fillAt === "same-close",
    sizeAtFill: settings.sizeAt === "at-fill",
    exitsNextBar: settings.entryBarExits === "next-bar",
    volumeShare: settings.volumeShare,
    latencyMs: settings.latencyMs,
    debitRate: settings.debitRate,
    creditRate: settings.creditRate,
    borrowRate: settings.borrowRate,
  };
}
