import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { parameterError } from "../../primitives/check.ts";

/**
 * Tells by which address a request is counted: that of its connection, or, where that is a trusted proxy, the one that the proxy reports in
 * `X-Forwarded-For`. The header is read from the right, through trusted addresses only: what stands left of the first other one may be made up.
 */
export class ClientAddresses {
  readonly #trusted: BlockList | undefined;

  /** `trusted` are addresses and blocks such as 10.0.0.0/8; undefined leaves the choice to Fastify. Throws PARAMETER_OUT_OF_RANGE. */
  constructor(trusted: readonly string[] | undefined) {
    this.#trusted = trusted === undefined ? undefined : blockListOf(trusted);
  }

  /** The address of a request. `found` is what Fastify found; it is used where nothing was said of proxies. */
  of({ socket, headers }: IncomingMessage, found?: string): string {
    const own = plainAddress(socket.remoteAddress ?? "");
    const trusted = this.#trusted;
    if (trusted === undefined) return countedAddress(found === undefined ? own : plainAddress(found));
    let address = own;
    const hops = String(headers["x-forwarded-for"] ?? "").split(",");
    while (isTrusted(trusted, address)) {
      const hop = hopAddress(hops.pop()?.trim() ?? "");
      if (hop === undefined) break;
      address = hop;
    }
    return countedAddress(address);
  }
}

/** The addresses of proxies as a list. Throws PARAMETER_OUT_OF_RANGE for what is neither an address nor a block. */
export function blockListOf(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of trusted) {
    const [address = "", bits, ...more] = one.split("/");
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const isBlock = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
    if (version === 0 || more.length > 0 || (bits !== undefined && !isBlock))
      throw parameterError("trustedProxies", "addresses or blocks of addresses such as 127.0.0.1 or 10.0.0.0/8", one);
    if (isBlock) list.addSubnet(address, Number(bits), version === 4 ? "ipv4" : "ipv6");
    else list.addAddress(address, version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** The address of an entry of `X-Forwarded-For`, which may carry a port; undefined for what is none. */
function hopAddress(hop: string): string | undefined {
  const bare = /^"?\[([^\]]*)\](?::\d+)?"?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

/** An address of IPv4 as IPv6 writes it is that of IPv4. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Of IPv6 the first 64 bits: a client has all the others to itself. */
function countedAddress(address: string): string {
  if (!address.includes(":") || isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  if (tail !== undefined) while (groups.length + behind.length < 8) groups.push("0");
  const four = [...groups, ...behind].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${four.join(":")}::/64`;
}
