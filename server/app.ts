import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance, LogController } from "fastify";
import * as z from "zod/mini";
import { contract } from "../adapters/contract/contract.ts";
import { createLookupLimiter } from "./auth/lookupLimiter.ts";
import { createSessionCache } from "./auth/sessionCache.ts";
import { createExportDesk } from "./exports/exportDesk.ts";
import { sendFault } from "./http/answerFault.ts";
import { compressing } from "./http/compressed.ts";
import { issueMessage } from "./http/issueMessage.ts";
import { readJson } from "./http/readJson.ts";
import { limitReceipt, type ReceiptLimits, receiptLimits, receiptOptions } from "./http/receiptLimits.ts";
import { secure } from "./http/security.ts";
import { serveConsole } from "./http/serveConsole.ts";
import { serveStatus } from "./http/status.ts";
import { trustedProxies } from "./http/trustedProxies.ts";
import { createUnknownCommits } from "./http/unknownCommits.ts";
import { createPhoneSearches } from "./list/phoneSearches.ts";
import { frameworkLog, type Log } from "./log/createLog.ts";
import { addFacts, logCalls, logUnreadable } from "./log/logCalls.ts";
import { reqIdMaker } from "./log/reqId.ts";
import { serveTianditu } from "./map/serveTianditu.ts";
import { appMetrics } from "./metrics/appMetrics.ts";
import { countCall } from "./metrics/metrics.ts";
import { registry } from "./modules/registry.ts";
import { uploadRoutes } from "./modules/upload/uploadRoutes.ts";
import { serveDocs } from "./openapi/serveDocs.ts";
import type { Platform } from "./platform.ts";
import { serve } from "./serve.ts";
import type { Settings } from "./settings.ts";
import type { SocketLimits } from "./socket/connection.ts";
import { createHub } from "./socket/hub.ts";
import { serveSocket } from "./socket/serveSocket.ts";
import { createLive, type Live } from "./telemetry/live.ts";

interface AppOptions {
  readonly live?: Live;
  /** Where they are not the usual ones. */
  readonly socketLimits?: Partial<SocketLimits>;
  readonly receiptLimits?: Partial<ReceiptLimits>;
}

const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-proto"];
/** Anybody can send these headers: the log is not to be filled with them. */
const mostAddresses = 10;

/** The whole server, not yet listening. Closing it closes its sockets, but neither database nor bus. */
export async function createApp(platform: Platform, options: AppOptions = {}): Promise<FastifyInstance> {
  z.config({ localeError: issueMessage });
  const { settings, onFault, log } = platform;
  const receipt = receiptLimits(options.receiptLimits);
  const app = fastify({
    ...receiptOptions(receipt),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    loggerInstance: frameworkLog(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: reqIdMaker(settings.trustProxy),
    frameworkErrors: (fault, request, reply) => {
      logUnreadable(log, request, reply);
      sendFault(fault, reply, { proxy: false, call: "unknown", onFault });
    },
  });
  app.setErrorHandler((fault, request, reply) => {
    const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    const state = sendFault(fault, reply, { proxy: false, call, onFault });
    addFacts(request, { state });
  });
  logCalls(app, log, (call) => countCall(platform.metrics, call));
  warnOfForwarding(app, settings, log);
  limitReceipt(app, receipt);
  readJson(app);
  await secure(app, settings);
  await app.register(rateLimit, { global: false });
  await compressing(app);
  await app.register(multipart);
  const live = options.live ?? createLive(platform);
  app.addHook("onClose", live.stop);
  const lookups = createLookupLimiter(platform);
  const sessions = createSessionCache({ ...platform, lookups });
  app.addHook("onClose", sessions.stop);
  const hub = createHub({ ...platform, sessions }, live.feed, options.socketLimits);
  await serveSocket(app, platform, hub);
  const exports = createExportDesk(platform);
  app.addHook("onClose", exports.stop);
  await exports.recover();
  const unknownCommits = createUnknownCommits(platform);
  // Before the exports, which it may begin.
  app.addHook("preClose", unknownCommits.stop);
  const phoneSearches = createPhoneSearches(settings.phoneSearchLimit, platform.clock);
  const services = { live, exports, lookups, sessions, phoneSearches, unknownCommits };
  serve(app, { ...platform, ...services }, contract, registry);
  uploadRoutes(app, platform);
  app.get("/config.json", async (_request, reply) =>
    reply.header("cache-control", "no-cache").send(settings.console),
  );
  serveTianditu(app, settings);
  serveStatus(app, platform, appMetrics({ platform, hub, live, exports }));
  serveDocs(app, settings);
  await serveConsole(app, platform.consoleDir);
  return app;
}

/**
 * Warns once of each address that sends forwarded headers without being named in TRUST_PROXY. Where it is the office's
 * proxy, everybody behind it counts as one address to all limits.
 */
function warnOfForwarding(app: FastifyInstance, { trustProxy }: Settings, log: Log): void {
  const isTrusted = trustedProxies(trustProxy);
  const warned = new Set<string>();
  app.addHook("onRequest", async ({ headers, socket }) => {
    if (warned.size >= mostAddresses || forwarding.every((name) => headers[name] === undefined)) return;
    const { remoteAddress: address = "" } = socket;
    if (warned.has(address) || isTrusted({ socket })) return;
    warned.add(address);
    log.warn({ address }, "forwarded headers ignored: TRUST_PROXY does not name this address");
  });
}
