import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { contract } from "../adapters/contract/contract.ts";
import { createExportDesk } from "./exports/exportDesk.ts";
import { sendFault } from "./http/answerFault.ts";
import { compressing } from "./http/compressed.ts";
import { readJson } from "./http/readJson.ts";
import { secure } from "./http/security.ts";
import { serveConsole } from "./http/serveConsole.ts";
import { serveStatus } from "./http/status.ts";
import { serveTianditu } from "./map/serveTianditu.ts";
import { registry } from "./modules/registry.ts";
import { uploadRoutes } from "./modules/upload/uploadRoutes.ts";
import { serveDocs } from "./openapi/serveDocs.ts";
import type { Platform } from "./platform.ts";
import { serve } from "./serve.ts";
import { createHub } from "./socket/hub.ts";
import { serveSocket } from "./socket/serveSocket.ts";
import { createLive, type Live } from "./telemetry/live.ts";

/** The whole server, not yet listening. Closing it closes its sockets, but neither database nor bus. */
export async function createApp(
  platform: Platform,
  options: { silenceMs?: number; live?: Live } = {},
): Promise<FastifyInstance> {
  z.config(z.locales.zhCN());
  const { settings, onFault } = platform;
  const app = fastify({
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (fault, request, reply) =>
      sendFault(fault, reply, { proxy: false, call: request.url, onFault }),
  });
  app.setErrorHandler((fault, request, reply) =>
    sendFault(fault, reply, { proxy: false, call: request.url, onFault }),
  );
  readJson(app);
  await secure(app, settings);
  await app.register(rateLimit, { global: false });
  await compressing(app);
  await app.register(multipart);
  const live = options.live ?? createLive(platform);
  app.addHook("onClose", live.stop);
  const hub = createHub(platform, live.feed, options.silenceMs);
  await serveSocket(app, platform, hub);
  const exports = createExportDesk(platform);
  app.addHook("onClose", exports.stop);
  await exports.recover();
  serve(app, { ...platform, live, exports }, contract, registry);
  uploadRoutes(app, platform);
  app.get("/config.json", async (_request, reply) =>
    reply.header("cache-control", "no-cache").send(settings.console),
  );
  serveTianditu(app, settings);
  serveStatus(app, platform, hub);
  serveDocs(app, settings);
  await serveConsole(app, platform.consoleDir);
  return app;
}
