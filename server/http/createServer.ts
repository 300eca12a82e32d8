import type { IncomingMessage } from "node:http";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance, LogController } from "fastify";
import { createFrameworkLog, type Log } from "../log/createLog.ts";
import { addLogFields, logCalls, logUnreadable } from "../log/logCalls.ts";
import { createReqIdGenerator } from "../log/reqId.ts";
import { countCall } from "../metrics/metrics.ts";
import type { Platform } from "../platform.ts";
import { createTrustedProxyCheck } from "../settings/createTrustedProxyCheck.ts";
import type { Settings } from "../settings/settings.ts";
import { registerCompression } from "./compression.ts";
import { createRateLimitStore } from "./createRateLimitStore.ts";
import { registerSecurityHeaders } from "./registerSecurityHeaders.ts";
import {
  enforceRequestTimeouts,
  getRequestTimeoutOptions,
  type RequestTimeouts,
  readRefusedBodies,
  resolveRequestTimeouts,
} from "./requestTimeouts.ts";
import { sendError } from "./sendError.ts";
import type { SharedCounts } from "./sharedCounts.ts";

/** What every server has, with or without a database. */
export type ServerContext = Pick<Platform, "settings" | "log" | "metrics" | "monotonicMs" | "onError">;

interface ServerOptions {
  readonly bodyLimit?: number;
  /** What other processes count. */
  readonly shared?: SharedCounts | null;
  /** Overrides of the default limits. */
  readonly requestTimeouts?: Partial<RequestTimeouts>;
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-proto"];
/** Any client can send these headers; they must not flood the log. */
const maxWarnedAddresses = 10;

/** Creates a server without routes: base path, log, limits of time and rate, security headers and errors. */
export async function createServer(
  { settings, log, metrics, monotonicMs, onError }: ServerContext,
  { bodyLimit, requestTimeouts, shared = null }: ServerOptions = {},
): Promise<FastifyInstance> {
  const timeouts = resolveRequestTimeouts(requestTimeouts);
  const app = fastify({
    ...getRequestTimeoutOptions(timeouts),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    loggerInstance: createFrameworkLog(log),
    logController: new LogController({ disableRequestLogging: true }),
    // A proxy may have taken the path away: requests without it are served, too.
    rewriteUrl: ({ url = "/" }: IncomingMessage) =>
      url.startsWith(settings.basePath) ? url.slice(settings.basePath.length - 1) : url,
    genReqId: createReqIdGenerator(settings.trustProxy),
    frameworkErrors: (error, request, reply) => {
      logUnreadable(log, request, reply);
      sendError(error, reply, { proxy: false, call: "unknown", onError });
    },
  });
  app.setErrorHandler((error, request, reply) => {
    const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    const state = sendError(error, reply, { proxy: false, call, onError });
    addLogFields(request, { state });
  });
  logCalls(app, log, (call) => countCall(metrics, call));
  warnIgnoredForwarding(app, settings, log);
  enforceRequestTimeouts(app, timeouts);
  readRefusedBodies(app);
  await registerSecurityHeaders(app, settings);
  await app.register(rateLimit, { global: false, store: createRateLimitStore(monotonicMs, shared) });
  await registerCompression(app);
  return app;
}

/**
 * Warns once per address that sends forwarded headers without being named in TRUST_PROXY. If it is a proxy, all users
 * behind it share one address in the rate limits.
 */
function warnIgnoredForwarding(app: FastifyInstance, { trustProxy }: Settings, log: Log): void {
  const isTrusted = createTrustedProxyCheck(trustProxy);
  const warned = new Set<string>();
  app.addHook("onRequest", async ({ headers, socket }) => {
    if (warned.size >= maxWarnedAddresses || forwardingHeaders.every((name) => headers[name] === undefined))
      return;
    const { remoteAddress: address = "" } = socket;
    if (warned.has(address) || isTrusted({ socket })) return;
    warned.add(address);
    log.warn({ address }, "forwarded headers ignored: TRUST_PROXY does not name this address");
  });
}
