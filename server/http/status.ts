import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../platform.ts";
import type { Hub } from "../socket/hub.ts";
import { insidersOnly } from "./insidersOnly.ts";

/** `/health` (alive), `/ready` (the database answers) and `/metrics` (Prometheus text, for insiders). */
export function serveStatus(app: FastifyInstance, platform: Platform, hub: Hub): void {
  const answered = new Map<string, number>();
  app.addHook("onResponse", async (_request, reply) => {
    const group = `${Math.floor(reply.statusCode / 100)}xx`;
    answered.set(group, (answered.get(group) ?? 0) + 1);
  });

  app.get("/health", async () => ({ status: "ok" }));
  app.get("/ready", async (_request, reply) => {
    try {
      await platform.db.execute(sql`select 1`);
      return { status: "ready" };
    } catch {
      return reply.status(503).send({ status: "database unavailable" });
    }
  });
  app.get("/metrics", { onRequest: insidersOnly(platform.settings) }, async (_request, reply) => {
    const memory = process.memoryUsage();
    const lines = [
      metric("process_uptime_seconds", "gauge", process.uptime()),
      metric("process_resident_memory_bytes", "gauge", memory.rss),
      metric("process_heap_used_bytes", "gauge", memory.heapUsed),
      metric("console_sockets", "gauge", hub.count()),
      "# TYPE http_responses_total counter",
      ...[...answered].map(([group, count]) => `http_responses_total{status="${group}"} ${count}`),
    ];
    return reply.type("text/plain; version=0.0.4").send(`${lines.join("\n")}\n`);
  });
}

const metric = (name: string, type: string, value: number) => `# TYPE ${name} ${type}\n${name} ${value}`;
