import type { IncomingMessage } from "node:http";
import replyFrom from "@fastify/reply-from";
import type { FastifyInstance, FastifyReply } from "fastify";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { reqIdHeader } from "../log/reqId.ts";
import { liveMovesMessage, liveMovesRetryAfter } from "./sendError.ts";

/** Registers a second route that forwards requests to the owner of the live picture, while that is another process. */
export type PassToLive = (method: string | readonly string[], url: string, call: string) => void;

/** Marks a forwarded request, so that processes that disagree about the owner do not forward it in circles. */
const passedHeader = "x-aerial-passed";
const constraint = "live";
const connectMs = 2_000;

const answerNobody = (reply: FastifyReply) =>
  reply.status(503).header("retry-after", liveMovesRetryAfter).type("application/json; charset=utf-8").send({
    state: stateCodes.refused,
    message: liveMovesMessage,
    data: null,
  });

/**
 * Call it before any route is registered.
 * @param isTaken whether a request need not be passed on
 */
export async function createPassToLive(
  app: FastifyInstance,
  cluster: Cluster,
  isTaken: (request: IncomingMessage) => boolean,
): Promise<PassToLive> {
  app.addConstraintStrategy({
    name: constraint,
    deriveConstraint: (request) => (cluster.isLive() || isTaken(request) ? undefined : "elsewhere"),
    storage: () => {
      const routes = new Map<string, never>();
      return {
        get: (value: string) => routes.get(value) ?? null,
        set: (value: string, route: never) => void routes.set(value, route),
      };
    },
  });
  let scope: FastifyInstance | null = null;
  await app.register(async (passing) => {
    await passing.register(replyFrom, {
      disableRequestLogging: true,
      globalAgent: false,
      destroyAgent: true,
      undici: { connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0 },
    });
    // Bodies are forwarded as they are.
    passing.removeAllContentTypeParsers();
    passing.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope = passing;
  });
  return (method, url, call) =>
    scope?.route({
      method: [method].flat(),
      url,
      config: { call, upload: true },
      constraints: { [constraint]: "elsewhere" },
      handler: (request, reply) => {
        const address = cluster.getLiveAddress();
        if (address === null || request.headers[passedHeader] !== undefined) return answerNobody(reply);
        return reply.from(`${address}${request.url}`, {
          retryDelay: () => null,
          rewriteRequestHeaders: ({ headers: { host }, ip, protocol, id }, headers) => ({
            ...headers,
            host,
            [passedHeader]: "1",
            "x-forwarded-for": ip,
            "x-forwarded-proto": protocol,
            [reqIdHeader]: id,
          }),
          onError: () => void answerNobody(reply),
        });
      },
    });
}
