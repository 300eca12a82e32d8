import type { FastifyInstance } from "fastify";
import { internalOnly } from "../http/internalOnly.ts";
import type { Settings } from "../settings.ts";
import { createOpenapi } from "./createOpenapi.ts";
import { renderDocsPage } from "./renderDocsPage.ts";

/** `/openapi.json` for machines, `/docs` for people; in production for insiders. Both are made when first asked for. */
export function serveDocs(app: FastifyInstance, settings: Settings): void {
  const onRequest = internalOnly(settings);
  let description: ReturnType<typeof createOpenapi> | undefined;
  let page: string | undefined;
  const getDescription = () => (description ??= createOpenapi());
  const getPage = () =>
    (page ??= renderDocsPage(getDescription().paths as Record<string, Record<string, unknown>>));
  app.get("/openapi.json", { onRequest }, async () => getDescription());
  app.get("/docs", { onRequest }, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(getPage()),
  );
}
