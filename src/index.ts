/**
 * Public API of `hindcast`: what a strategy or script needs. Data, research, reports and servers have imports of their own, such as
 * `hindcast/data`.
 */
export * as ta from "./indicators/ta.ts";
export { type ColumnFunctionOptions, defineIndicator, indicator } from "./indicators/custom-indicator.ts";
export { Stream } from "./indicators/stream.ts";
export type { Indicator, IndicatorStream } from "./indicators/define.ts";
export type { GraphNode } from "./indicators/node.ts";
export type {
  Compat,
  IndicatorCategory,
  IndicatorSpec,
  InputNames,
  OutputSpec,
  UndefinedCase,
} from "./indicators/spec.ts";

export {
  above,
  barsSince,
  below,
  crossedAbove,
  crossedBelow,
  crossover,
  falling,
  highestSince,
  lowestSince,
  rising,
} from "./engine/cursor-conditions.ts";
export {
  and,
  type Condition,
  crossesAbove,
  crossesBelow,
  isAbove,
  isAtLeast,
  isAtMost,
  isBelow,
  not,
  or,
} from "./engine/conditions.ts";
export type { ExitDistance, Signals } from "./engine/signals.ts";
export { defineStrategy, isStrategy } from "./engine/strategy.ts";
export type { GraphSources, IndicatorGraph, PriceNodes, SignalSources } from "./engine/indicator-graph.ts";
export type { AnyStrategy, Strategy, StrategyDefinition, StrategyNeeds } from "./engine/strategy.ts";
export type { Band, BandEnd } from "./engine/band.ts";
export type { FillExplanation, OrderExplanation } from "./engine/explain-order.ts";
export type { TargetLine, TargetWeights } from "./engine/target-weights.ts";
export type { BarContext, BarView, Cursors, RunContext } from "./engine/context.ts";
export type { Cursor } from "./engine/cursor.ts";
export type { StrategyOrders, ReplaceOptions, TargetOptions } from "./engine/strategy-orders.ts";
export type { OrderOptions, OrderRequest, StopLoss, TakeProfit } from "./engine/order-request.ts";
export type { PortfolioView } from "./engine/portfolio-view.ts";
export type { PositionView } from "./engine/position-view.ts";
export { backtest, prepareData } from "./engine/run.ts";
export type { BacktestOptions, PrepareOptions } from "./engine/run.ts";
export type { BacktestResult } from "./engine/backtest-result.ts";
export type { IndicatorColumn, RunCounts, RunResult, RunBars, RunFill, RunTrade } from "./engine/run-result.ts";
export type { EquityCurve } from "./simulation/equity-table.ts";
export { conventions } from "./engine/conventions/catalog.ts";
export type { Conventions } from "./engine/conventions/catalog.ts";
export type { Convention } from "./engine/conventions/convention.ts";
export { DEFAULT_SETTINGS, resolveSettings } from "./engine/run-settings.ts";
export type { SettingsInput, RunSettings } from "./engine/run-settings.ts";
export { ENGINE_VERSION } from "./engine/version.ts";

export type {
  OrderEvent,
  OrderEventKind,
  OrderKind,
  OrderReason,
  OrderRecord,
  OrderStatus,
  TimeInForce,
} from "./broker/order-record.ts";
export type { ModelSettings } from "./broker/model.ts";
export { defineCommission } from "./broker/commission/custom.ts";
export type { ModelBar } from "./broker/last-bar.ts";
export type { CustomPart, PartDefinition, PartOptions } from "./broker/custom-part.ts";
export { defineFills } from "./broker/models/custom-fills.ts";
export type { FillsDefinition, ReachedOrder } from "./broker/models/custom-fills.ts";
export { defineLiquidity } from "./broker/models/liquidity.ts";
export type { LiquidityDefinition } from "./broker/models/liquidity.ts";
export { defineSizing } from "./broker/models/sizing.ts";
export type { SizedOrder, SizingDefinition } from "./broker/models/sizing.ts";
export { defineSlippage } from "./broker/models/slippage.ts";
export type { SlippageDefinition, SlippedFill } from "./broker/models/slippage.ts";
export type { ChargedFill, CommissionDefinition } from "./broker/commission/custom.ts";
export type { Size } from "./broker/sizing.ts";

export type { Converted, Direction, Entry, EntryKind, Fill, Side, Trade } from "./ledger/records.ts";
export type { IndicatorValues } from "./engine/trade-indicators.ts";

export { anchorOf } from "./market/anchor.ts";
export { adjust, adjustedClose } from "./market/adjust.ts";
export { align } from "./market/align.ts";
export type { AlignInput, Alignment } from "./market/align.ts";
export { Bars } from "./market/bars.ts";
export type { BarRow, BarsFromOptions } from "./market/bars.ts";
export { BarsBuilder } from "./market/bars-builder.ts";
export type { FactorOptions } from "./market/action-factors.ts";
export { continuousSeries } from "./market/continuous-series.ts";
export type { ContinuousOptions, RollAdjustment, RollRule } from "./market/continuous-series.ts";
export type { CorporateAction, PriceBasis } from "./market/corporate-action.ts";
export { forwardFactors } from "./market/forward-factors.ts";
export type { BarFactors } from "./market/forward-factors.ts";
export { instrument } from "./market/instrument.ts";
export type { Instrument } from "./market/instrument.ts";
export type { MarketData, Series } from "./market/market-data.ts";
export { marketOf } from "./market/market-data.ts";
export { joinColumns } from "./market/join-columns.ts";
export type { JoinOptions, TimedColumns } from "./market/join-columns.ts";
export type {
  Chain,
  ChainContract,
  History,
  HistoryRequest,
  Listing,
  MarketView,
  Quote,
  UniverseRequest,
  ViewPhase,
} from "./market/market-view.ts";
export type {
  AssetClass,
  DatedFact,
  FactKind,
  RecordedChain,
  RecordedInstrument,
  RecordedMarket,
  RecordedQuotes,
  RecordedSeries,
} from "./market/recorded-market.ts";
export { resample } from "./market/resample.ts";
export type { ResampleOptions } from "./market/resample.ts";
export { barProblems, checkBars } from "./market/validate-bars.ts";
export type { BarColumns, BarNumbers, BarProblem, BarProblemReason } from "./market/validate-bars.ts";

export type { Calendar, MarketStatus, Session, SessionColumns } from "./time/calendar.ts";
export type { CalendarDeclaration } from "./time/calendar-declaration.ts";
export { calendarOf, CALENDARS } from "./time/calendars/catalog.ts";
export { SimulatedClock } from "./time/clock.ts";
export type { Clock } from "./time/clock.ts";
export { declareCalendar, DeclaredCalendar } from "./time/declared-calendar.ts";
export { INTERVALS } from "./time/interval.ts";
export type { Interval } from "./time/interval.ts";
export { parsePeriod, PERIODS } from "./time/period.ts";
export type { Period, PeriodLength } from "./time/period.ts";

export { HindcastError } from "./primitives/errors.ts";
export type { ErrorCode, ErrorDetails } from "./primitives/errors.ts";
export type { AnchorPeriod } from "./primitives/anchor-period.ts";
export type { Column, Numbers } from "./primitives/column.ts";
export { param } from "./primitives/param.ts";
export type { Param, ParamSpecs, ParamValues } from "./primitives/param.ts";
export type { BooleanParam, ChoiceParam, IntegerParam, NumberParam, TextParam } from "./primitives/param-kinds.ts";
