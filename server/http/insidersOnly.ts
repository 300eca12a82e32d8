import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Settings } from "../settings.ts";

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
const hashed = (text: string) => createHash("sha256").update(text).digest();

/**
 * For what tells of the platform's inside: in production only the machine itself and whoever has the METRICS_TOKEN
 * see it, for all others it is not there. A request that a proxy has passed on does not count as the machine's own.
 */
export function insidersOnly({
  production,
  metricsToken,
}: Pick<Settings, "production" | "metricsToken">): onRequestAsyncHookHandler {
  const isOwn = ({ socket, headers }: FastifyRequest) =>
    loopback.has(socket.remoteAddress ?? "") && forwarding.every((name) => headers[name] === undefined);
  const hasToken = ({ headers }: FastifyRequest) =>
    metricsToken !== undefined &&
    timingSafeEqual(hashed(headers.authorization ?? ""), hashed(`Bearer ${metricsToken}`));
  return async (request, reply) => {
    if (!production || isOwn(request) || hasToken(request)) return;
    await reply.status(404).send({ state: -1, message: "接口不存在", data: null });
  };
}
