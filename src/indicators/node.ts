import { ANCHOR_PERIODS, type AnchorPeriod } from "../primitives/anchor-period.ts";
import { checkInteger, parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";

/** Columns of bars that a graph can read. */
export type PriceField = "open" | "high" | "low" | "close" | "volume";

export type ArithmeticSign = "+" | "-" | "*" | "/";

type NodeParams = Readonly<Record<string, unknown>>;

/** The part of an indicator's specification that graph nodes need. */
interface NodeSpec {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: Readonly<Record<string, { readonly scale: Readonly<Record<string, number>> | "none" }>>;
  batch(inputs: readonly Column[], params: NodeParams, outs: readonly Column[]): void;
  stream(params: NodeParams): { update(...inputs: number[]): unknown };
}

/** An indicator as the graph evaluates it, in batch and bar by bar. */
export interface NodeIndicator {
  readonly name: string;
  readonly outputs: readonly string[];
  /** Names of the inputs, and how the outputs scale with them, if declared. */
  readonly spec?: Pick<NodeSpec, "inputs" | "outputs">;
  batch(inputs: readonly Column[], params: NodeParams): Column[];
  stream(params: NodeParams): { update(...inputs: number[]): unknown };
}

/**
 * Where the values of a node come from. A field without symbol and interval is read from the instrument and interval for which the
 * graph is evaluated.
 */
export type NodeSource =
  | {
      readonly kind: "field";
      readonly field: PriceField;
      readonly symbol: string | undefined;
      readonly interval: string | undefined;
    }
  | {
      readonly kind: "column";
      readonly name: string;
      readonly symbol: string | undefined;
      readonly interval: string | undefined;
    }
  | {
      readonly kind: "anchor";
      readonly period: AnchorPeriod;
      readonly symbol: string | undefined;
      readonly interval: string | undefined;
    }
  | {
      readonly kind: "indicator";
      readonly indicator: NodeIndicator;
      readonly inputs: readonly GraphNode[];
      readonly params: Readonly<Record<string, unknown>>;
      readonly output: number;
    }
  | {
      readonly kind: "arithmetic";
      readonly sign: ArithmeticSign;
      readonly left: GraphNode | number;
      readonly right: GraphNode | number;
    }
  | { readonly kind: "log"; readonly of: GraphNode }
  | { readonly kind: "shift"; readonly of: GraphNode; readonly bars: number };

/**
 * A column that is computed later: a field of bars, an indicator of other nodes, or arithmetic on nodes. Nodes with equal
 * `identity` have equal values, so each is evaluated once.
 *
 * @example
 * indicators: ({ high, low, close }) => ({ range: high.subtract(low), mean: sma(close, 20), yesterday: close.shift(1) })
 */
export class GraphNode {
  declare readonly source: NodeSource;
  /** Readable text of the node, with indicators by name, such as `sma(close, 20)`. */
  declare readonly key: string;
  /**
   * Text that is equal only for nodes with equal values. It differs from `key` if a custom indicator is involved, since two of these may
   * share a name.
   */
  declare readonly identity: string;

  constructor(source: NodeSource) {
    this.source = Object.freeze(source);
    this.key = keyOf(source, keyOfNode, plainName);
    this.identity = isPlain(source) ? this.key : keyOf(source, identityOfNode, ownName);
    Object.freeze(this);
  }

  add(other: GraphNode | number): GraphNode {
    return arithmetic("+", this, other);
  }

  subtract(other: GraphNode | number): GraphNode {
    return arithmetic("-", this, other);
  }

  multiply(other: GraphNode | number): GraphNode {
    return arithmetic("*", this, other);
  }

  divide(other: GraphNode | number): GraphNode {
    return arithmetic("/", this, other);
  }

  /** Returns the node of the natural logarithm of each value. */
  log(): GraphNode {
    return new GraphNode({ kind: "log", of: this });
  }

  /**
   * Returns a node for each output of an indicator whose first input is this node, in the order of the outputs. `own`
   * marks indicators of this library, which read the columns of a market without copies.
   */
  applied(spec: NodeSpec, inputs: readonly GraphNode[], params: NodeParams, own?: boolean): GraphNode[] {
    const cache = own ? ownIndicators : customIndicators;
    const indicator = cache.get(spec) ?? indicatorOf(spec, own);
    cache.set(spec, indicator);
    return indicator.outputs.map(
      (_, output) => new GraphNode({ kind: "indicator", indicator, inputs, params, output }),
    );
  }

  /** Returns the node of the value `bars` bars ago. Throws for a negative number, which would read the future. */
  shift(bars: number): GraphNode {
    return new GraphNode({ kind: "shift", of: this, bars: checkInteger("bars", bars, 0) });
  }
}

/** Indicators by specification, cached because thousands of graphs apply the same ones. */
const ownIndicators = new WeakMap<NodeSpec, NodeIndicator>();
const customIndicators = new WeakMap<NodeSpec, NodeIndicator>();

function indicatorOf(spec: NodeSpec, own: boolean | undefined): NodeIndicator {
  const outputs = Object.keys(spec.outputs);
  const indicator: NodeIndicator = {
    name: spec.name,
    outputs,
    spec,
    batch(columns: readonly Column[], values: NodeParams) {
      const outs = outputs.map(() => new Float64Array(columns[0]!.length));
      spec.batch(columns, values, outs);
      return outs;
    },
    stream: (values: NodeParams) => spec.stream(values),
  };
  if (own) trusted.add(indicator);
  return Object.freeze(indicator);
}

/** Returns a node that reads a column of bars: of the evaluated instrument, or of another symbol or a longer interval. */
export function fieldNode(field: PriceField, symbol?: string, interval?: string): GraphNode {
  if (symbol !== undefined || interval !== undefined) return new GraphNode({ kind: "field", field, symbol, interval });
  let node = ownFields.get(field);
  if (node === undefined) ownFields.set(field, (node = new GraphNode({ kind: "field", field, symbol, interval })));
  return node;
}

/** Fields of the evaluated instrument, shared by all graphs. */
const ownFields = new Map<PriceField, GraphNode>();

/** Returns a node that reads an own column of a series. */
export function columnNode(name: string, symbol?: string, interval?: string): GraphNode {
  if (typeof name !== "string") throw parameterError("column", "the name of an own column", name);
  return new GraphNode({ kind: "column", name, symbol, interval });
}

/** Returns a node with an id for the session, week or month of each bar, for indicators that restart when the id changes. */
export function anchorNode(period: AnchorPeriod, symbol?: string, interval?: string): GraphNode {
  if (!ANCHOR_PERIODS.includes(period)) throw parameterError("anchor", `one of ${ANCHOR_PERIODS.join(", ")}`, period);
  return new GraphNode({ kind: "anchor", period, symbol, interval });
}

/**
 * Indicators of this library. Tests verify that they read no later bar and write to no input. All others are a user's
 * code: they get copies, and the graph checks them for look-ahead.
 */
const trusted = new WeakSet<NodeIndicator>();

export function isTrusted(indicator: NodeIndicator): boolean {
  return trusted.has(indicator);
}

type Application = Extract<NodeSource, { kind: "indicator" }>;

/** Returns the identity text of an indicator applied to its inputs, which all its outputs share. */
export function applicationIdentity(source: Application): string {
  return applied(source, identityOfNode, ownName);
}

function applied(
  source: Application,
  of: (node: GraphNode) => string,
  nameOf: (indicator: NodeIndicator) => string,
): string {
  const params = Object.values(source.params).map(String);
  return `${nameOf(source.indicator)}(${[...source.inputs.map(of), ...params].join(",")})`;
}

const keyOfNode = (node: GraphNode): string => node.key;
const identityOfNode = (node: GraphNode): string => node.identity;
const plainName = ({ name }: NodeIndicator): string => name;

/** A number for each custom indicator, in the order of first use. */
const numbers = new WeakMap<object, number>();
let count = 0;

/** Returns the name of an indicator of this library, or the name and number of a custom indicator. */
function ownName(indicator: NodeIndicator): string {
  if (trusted.has(indicator)) return indicator.name;
  const definition = indicator.spec ?? indicator;
  let number = numbers.get(definition);
  if (number === undefined) numbers.set(definition, (number = ++count));
  return `${indicator.name}~${number}`;
}

/** Returns whether a node is computed without any custom indicator. */
function isPlain(source: NodeSource): boolean {
  const plain = (operand: GraphNode | number): boolean =>
    typeof operand === "number" || operand.identity === operand.key;
  switch (source.kind) {
    case "field":
    case "column":
    case "anchor":
      return true;
    case "indicator":
      return trusted.has(source.indicator) && source.inputs.every(plain);
    case "arithmetic":
      return plain(source.left) && plain(source.right);
    case "log":
    case "shift":
      return plain(source.of);
  }
}

function arithmetic(sign: ArithmeticSign, left: GraphNode | number, right: GraphNode | number): GraphNode {
  return new GraphNode({ kind: "arithmetic", sign, left, right });
}

function keyOf(
  source: NodeSource,
  of: (node: GraphNode) => string,
  nameOf: (indicator: NodeIndicator) => string,
): string {
  switch (source.kind) {
    case "field":
      return keyOfSource(source.field, source);
    case "column":
      return keyOfSource(`column:${/^\w+$/.test(source.name) ? source.name : JSON.stringify(source.name)}`, source);
    case "anchor":
      return keyOfSource(`anchor:${source.period}`, source);
    case "indicator":
      return `${applied(source, of, nameOf)}#${source.indicator.outputs[source.output]}`;
    case "arithmetic":
      return `(${operandKey(source.left, of)}${source.sign}${operandKey(source.right, of)})`;
    case "log":
      return `log(${of(source.of)})`;
    case "shift":
      return `shift(${of(source.of)},${source.bars})`;
  }
}

function keyOfSource(read: string, { symbol, interval }: { symbol: string | undefined; interval: string | undefined }) {
  return [read, symbol, interval].filter((part) => part !== undefined).join("@");
}

function operandKey(operand: GraphNode | number, of: (node: GraphNode) => string): string {
  return typeof operand === "number" ? String(operand) : of(operand);
}
