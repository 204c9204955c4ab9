import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { parameterError } from "../../primitives/check.ts";

/**
 * Finds the address by which the requests of a client are counted: that of the connection, or the one that a trusted proxy reports in
 * `X-Forwarded-For`. The header is read from the right through trusted addresses only, since clients can forge entries further left.
 */
export class ClientAddresses {
  readonly #trusted: BlockList | undefined;

  /** `trusted` are addresses and blocks such as 10.0.0.0/8; undefined uses Fastify's result. Throws PARAMETER_OUT_OF_RANGE. */
  constructor(trusted: readonly string[] | undefined) {
    this.#trusted = trusted === undefined ? undefined : blockListOf(trusted);
  }

  /** Returns the address by which a request is counted. `fastifyAddress` is used if no proxies were configured. */
  addressOf({ socket, headers }: IncomingMessage, fastifyAddress?: string): string {
    const own = asIpv4(socket.remoteAddress ?? "");
    const trusted = this.#trusted;
    if (trusted === undefined) return addressOrBlock(fastifyAddress === undefined ? own : asIpv4(fastifyAddress));
    let address = own;
    const hops = String(headers["x-forwarded-for"] ?? "").split(",");
    while (isTrusted(trusted, address)) {
      const hop = hopAddress(hops.pop()?.trim() ?? "");
      if (hop === undefined) break;
      address = hop;
    }
    return addressOrBlock(address);
  }
}

/** Parses addresses of proxies and blocks of addresses. Throws PARAMETER_OUT_OF_RANGE for anything else. */
export function blockListOf(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of trusted) {
    const [address = "", bits, ...more] = one.split("/");
    const version = isIP(address);
    const maxBits = version === 4 ? 32 : 128;
    const isBlock = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits;
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

/** Returns the address in an entry of `X-Forwarded-For`, which may have a port; undefined if the entry contains no address. */
function hopAddress(hop: string): string | undefined {
  const bare = /^"?\[([^\]]*)\](?::\d+)?"?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  return isIP(bare) === 0 ? undefined : asIpv4(bare);
}

/** Converts an IPv4 address in IPv6 notation to IPv4 notation. */
function asIpv4(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/**
 * Returns the first 64 bits of an IPv6 address, since one client controls all addresses that begin with them. IPv4 addresses stay
 * unchanged.
 */
function addressOrBlock(address: string): string {
  if (!address.includes(":") || isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  if (tail !== undefined) while (groups.length + tailGroups.length < 8) groups.push("0");
  const firstFour = [...groups, ...tailGroups].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${firstFour.join(":")}::/64`;
}
