import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimitError } from "./rateLimitError.ts";

/**
 * Limits requests to all lists and pickers together: at most `max` per minute and key, beyond that a 429.
 * @param groupId names the limit among those that processes share
 */
export function createListRateLimit(
  app: FastifyInstance,
  groupId: string,
  max: number,
  getKey: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  // The plugin passes the group on to the store.
  const options = { groupId, max, timeWindow: 60_000, keyGenerator: getKey };
  const count = app.createRateLimit(options);
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const seconds = Math.max(1, counted.ttlInSeconds);
    throw new RateLimitError(`查询太频繁，请 ${seconds} 秒后再试`, seconds);
  };
}
