import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import * as word from "../../adapters/contract/words.ts";
import type { Settings } from "../settings/settings.ts";

const loopbackAddresses = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
const hashText = (text: string) => createHash("sha256").update(text).digest();

/** Whether a request comes from this machine, and not through a proxy on it that names the client. */
export const isLocalRequest = ({ socket, headers }: FastifyRequest): boolean =>
  (loopbackAddresses.has(socket.remoteAddress ?? "") ||
    (socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress)) &&
  forwardingHeaders.every((name) => headers[name] === undefined);

/** Whether a request has this bearer token. Compares in constant time. */
export const hasBearerToken = ({ headers }: FastifyRequest, token: string): boolean =>
  timingSafeEqual(hashText(headers.authorization ?? ""), hashText(`Bearer ${token}`));

/**
 * Hook for internal endpoints: they are a 404 without the METRICS_TOKEN, except for local requests in development. In
 * production also those need it: a proxy on this machine may pass on requests without any header that says so.
 */
export function internalOnly({
  production,
  metricsToken,
}: Pick<Settings, "production" | "metricsToken">): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (!production && isLocalRequest(request)) return;
    if (metricsToken !== undefined && hasBearerToken(request, metricsToken)) return;
    await reply.status(404).send({ state: -1, message: word.noSuchCall, data: null });
  };
}
