import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createTrustedProxyCheck } from "../settings/createTrustedProxyCheck.ts";

export const reqIdHeader = "x-request-id";

/** Request ids that a proxy may set: they appear in headers, log lines and the audit trail. */
const reqIdPattern = /^[0-9A-Za-z][0-9A-Za-z._-]{7,63}$/;

/**
 * Returns the id of a request. A trusted proxy may set it in `X-Request-Id`; otherwise it is generated: 16 digits in
 * groups of four, which a user can read out on the phone.
 * @param trusted addresses and networks of proxies, as in TRUST_PROXY
 */
export function createReqIdGenerator(trusted: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = createTrustedProxyCheck(trusted);
  return (request) => {
    const receivedId = request.headers[reqIdHeader];
    return typeof receivedId === "string" && reqIdPattern.test(receivedId) && isTrusted(request)
      ? receivedId
      : generateReqId();
  };
}

const generateGroup = () => String(randomInt(10_000)).padStart(4, "0");
const generateReqId = () => Array.from({ length: 4 }, generateGroup).join("-");
