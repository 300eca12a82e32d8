import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { trustedProxies } from "../http/trustedProxies.ts";

export const reqIdHeader = "x-request-id";

/** What a proxy may name a request: it stands in headers, log lines and the audit trail. */
const valid = /^[0-9A-Za-z][0-9A-Za-z._-]{7,63}$/;

/**
 * Names each request. A proxy that is trusted may bring the name in `X-Request-Id`; anybody else gets a new one:
 * 16 digits in groups of four, which a user can read out on the phone.
 * @param trusted addresses and networks of proxies, as in TRUST_PROXY
 */
export function reqIdMaker(trusted: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(trusted);
  return (request) => {
    const given = request.headers[reqIdHeader];
    return typeof given === "string" && valid.test(given) && isTrusted(request) ? given : newReqId();
  };
}

const group = () => String(randomInt(10_000)).padStart(4, "0");
const newReqId = () => Array.from({ length: 4 }, group).join("-");
