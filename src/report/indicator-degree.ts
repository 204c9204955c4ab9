import { indicators } from "../indicators/catalog.ts";

/**
 * Returns the degree in price of an indicator, from its key: 1 for prices and values proportional to prices, 0 for oscillators, 2 for
 * variances. Undefined if the key does not determine it: for custom indicators, logarithms, sums of unequal degrees, and symbols with
 * special characters.
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

/** Parses a key from left to right. A node is a field, a number, `(a+b)`, or `name(node,…,param,…)#output`. */
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
    if (output !== undefined) return outputDegree(name, output, inputs);
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

  /** Reads a number, a name, which ends at the next special character, or a quoted name of an own column. */
  #word(): string {
    const match = /^(?:-?\d[\d.]*(?:e[+-]?\d+)?|column:"(?:[^"\\]|\\.)*"[^()+*/,#-]*|[^()+*/,#-]*)/.exec(
      this.#key.slice(this.#at),
    )![0];
    this.#at += match.length;
    return match;
  }

  #take(sign: string): boolean {
    if (this.#key[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }
}

/** Degree of an output: its degree in each group of inputs, times the degree of that group's input. */
function outputDegree(name: string, output: string, given: readonly NodeDegree[]): NodeDegree {
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
