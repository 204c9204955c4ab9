import { indicators } from "../indicators/catalog.ts";

/**
 * Degree in price of a node of a strategy's graph, read from its key: 1 for what is a price or moves in proportion to one,
 * 0 for an oscillator, 2 for a variance. Undefined where the key does not tell: an indicator of the user's own, a logarithm,
 * a sum of unequal degrees, a symbol with signs of its own.
 *
 * @example
 * indicatorDegree("sma(close,10)#value"); // 1
 * indicatorDegree("sma(rsi(close,14)#value,3)#value"); // 0
 */
export function indicatorDegree(key: string): number | undefined {
  const reader = new KeyReader(key);
  const node = reader.node();
  return reader.atEnd ? node.degree : undefined;
}

interface NodeDegree {
  readonly degree: number | undefined;
}

const UNKNOWN: NodeDegree = { degree: undefined };
const PRICES = new Set(["open", "high", "low", "close"]);

/** Reads a key from left to right. A node is a field, a number, `(a+b)`, or `name(node,…,param,…)#output`. */
class KeyReader {
  readonly #key: string;
  #at = 0;

  constructor(key: string) {
    this.#key = key;
  }

  get atEnd(): boolean {
    return this.#at === this.#key.length;
  }

  node(): NodeDegree {
    if (this.#take("(")) return this.#arithmetic();
    const name = this.#word();
    if (!this.#take("(")) return { degree: PRICES.has(name.split("@")[0]!) ? 1 : 0 };
    const inputs: NodeDegree[] = [];
    do inputs.push(this.node());
    while (this.#take(","));
    if (!this.#take(")")) return UNKNOWN;
    const output = this.#take("#") ? this.#word() : undefined;
    if (output !== undefined) return indicatorOf(name, output, inputs);
    return name === "shift" ? (inputs[0] ?? UNKNOWN) : UNKNOWN;
  }

  #arithmetic(): NodeDegree {
    const left = this.node();
    const sign = this.#key[this.#at++];
    const right = this.node();
    if (!this.#take(")") || left.degree === undefined || right.degree === undefined) return UNKNOWN;
    if (sign === "*") return { degree: left.degree + right.degree };
    if (sign === "/") return { degree: left.degree - right.degree };
    return left.degree === right.degree ? left : UNKNOWN;
  }

  /** A number, or a name: everything up to a sign that means something to a key. */
  #word(): string {
    const match = /^(?:-?\d[\d.]*(?:e[+-]?\d+)?|[^()+*/,#-]*)/.exec(this.#key.slice(this.#at))![0];
    this.#at += match.length;
    return match;
  }

  #take(sign: string): boolean {
    if (this.#key[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }
}

/** An output's degree in each group of inputs, times the degree of what was given for that group. */
function indicatorOf(name: string, output: string, given: readonly NodeDegree[]): NodeDegree {
  const spec = Object.hasOwn(indicators, name) ? indicators[name]!.spec : undefined;
  const scale = (spec?.outputs as Record<string, { scale: Record<string, number> | "none" }> | undefined)?.[output]
    ?.scale;
  if (spec === undefined || scale === undefined || scale === "none") return UNKNOWN;
  let degree = 0;
  for (const [group, power] of Object.entries(scale)) {
    const input =
      given[
        (spec.inputs as readonly string[]).findIndex(
          (each) => each === group || (group === "price" && PRICES.has(each)),
        )
      ];
    if (power === 0) continue;
    if (input?.degree === undefined) return UNKNOWN;
    degree += power * input.degree;
  }
  return { degree };
}
