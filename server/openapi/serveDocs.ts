import type { FastifyInstance } from "fastify";
import { insidersOnly } from "../http/insidersOnly.ts";
import type { Settings } from "../settings.ts";
import { docsPage } from "./docsPage.ts";
import { openapi } from "./openapi.ts";

/** `/openapi.json` for machines, `/docs` for people; in production for insiders. Both are made when first asked for. */
export function serveDocs(app: FastifyInstance, settings: Settings): void {
  const onRequest = insidersOnly(settings);
  let description: ReturnType<typeof openapi> | undefined;
  let page: string | undefined;
  const described = () => (description ??= openapi());
  const shown = () => (page ??= docsPage(described().paths as Record<string, Record<string, unknown>>));
  app.get("/openapi.json", { onRequest }, async () => described());
  app.get("/docs", { onRequest }, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(shown()),
  );
}
