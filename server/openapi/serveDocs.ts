import type { FastifyInstance } from "fastify";
import { docsPage } from "./docsPage.ts";
import { openapi } from "./openapi.ts";

/** `/openapi.json` for machines, `/docs` for people. */
export function serveDocs(app: FastifyInstance): void {
  const description = openapi();
  const page = docsPage(description.paths as Record<string, Record<string, unknown>>);
  app.get("/openapi.json", async () => description);
  app.get("/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
}
