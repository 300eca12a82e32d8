import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { Platform } from "../platform.ts";
import { insidersOnly } from "./insidersOnly.ts";

/**
 * `/health` (the process answers), `/ready` (the database takes writes) and `/metrics` (Prometheus text, for insiders).
 * @param scrape answers with the metrics as they are
 */
export function serveStatus(app: FastifyInstance, platform: Platform, scrape: () => Promise<string>): void {
  app.get("/health", probe, async () => ({ status: "ok" }));
  app.get("/ready", probe, async (_request, reply) => {
    if (await platform.isWritable()) return { status: "ready" };
    return reply.status(503).header("retry-after", 5).send({ status: "database unavailable" });
  });
  app.get("/metrics", { ...probe, onRequest: insidersOnly(platform.settings) }, async (_request, reply) =>
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await scrape()),
  );
}

const probe = { config: { probe: true } } as const;
