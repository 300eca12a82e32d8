import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { Platform } from "../platform.ts";
import { internalOnly } from "./internalOnly.ts";

/**
 * `/health` (the process answers), `/ready` (the database takes writes) and `/metrics` (Prometheus text, for insiders).
 * @param scrape answers with the metrics as they are
 */
export function serveStatus(app: FastifyInstance, platform: Platform, scrape: () => Promise<string>): void {
  app.get("/health", probeOptions, async () => ({ status: "ok" }));
  app.get("/ready", probeOptions, async (_request, reply) => {
    if (await platform.isWritable()) return { status: "ready" };
    return reply.status(503).header("retry-after", 5).send({ status: "database unavailable" });
  });
  app.get(
    "/metrics",
    { ...probeOptions, onRequest: internalOnly(platform.settings) },
    async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape()),
  );
}

const probeOptions = { config: { probe: true } } as const;
