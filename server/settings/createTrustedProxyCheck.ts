import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

type SocketRequest = Pick<IncomingMessage, "socket">;

/**
 * Returns a check whether a request comes directly from one of the proxies.
 * @param networks their addresses and networks, as in TRUST_PROXY
 */
export function createTrustedProxyCheck(networks: readonly string[]): (request: SocketRequest) => boolean {
  const proxies = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return ({ socket: { remoteAddress = "" } }) =>
    remoteAddress !== "" && proxies.check(remoteAddress, isIPv6(remoteAddress) ? "ipv6" : "ipv4");
}
