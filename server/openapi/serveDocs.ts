import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { hostPrefixes } from "../../adapters/contract/hosts.ts";
import { id, ownIdPattern } from "../../adapters/contract/loginFields.ts";
import { roleLabels } from "../../adapters/contract/roles.ts";
import { internalOnly } from "../http/internalOnly.ts";
import type { Settings } from "../settings/settings.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the contract. */
function createOpenapi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const path = `${hostPrefixes[endpoint.host]}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: createOperation(name, endpoint) };
  }
  return { openapi: "3.1.0", info: { title: "Aerial Console", version: "1" }, paths };
}

/** Who may call, in Chinese. */
function formatAccess({ access }: Endpoint): string {
  if (access === "public") return "无需登录";
  if (access === "session") return "登录即可";
  if (access === "signed") return "访问密钥签名";
  return access.map((role) => roleLabels[role]).join("、");
}

function createOperation(name: string, endpoint: Endpoint): Json {
  const { params, query, body, kind, summary } = endpoint;
  const file = {
    type: "object",
    properties: { file: { type: "string", format: "binary" } },
    required: ["file"],
  };
  const requestContent =
    kind === "multipart" ? { "multipart/form-data": { schema: file } } : toJsonContent(body);
  return {
    operationId: name,
    summary,
    description: formatAccess(endpoint),
    parameters: [...createParameters("path", params), ...createParameters("query", query)],
    ...(requestContent ? { requestBody: { content: requestContent } } : {}),
    responses: { 200: { description: "OK", content: createResponseContent(endpoint) } },
  };
}

const toJsonContent = (body: z.ZodMiniType | undefined) =>
  body ? { "application/json": { schema: toJsonSchema(body, "input") } } : null;

function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // Its check is code, which a schema cannot tell.
      if (zodSchema === id) jsonSchema.pattern = ownIdPattern;
    },
  });
  return rest;
}

function createParameters(where: "path" | "query", schema: z.ZodMiniType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function createResponseContent({ kind, data, host }: Endpoint): Json {
  if (kind === "blob")
    return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  const state = host === "proxy" ? "code" : "state";
  const properties = {
    [state]: { type: "integer" },
    message: { type: "string" },
    data: data ? toJsonSchema(data, "output") : { type: "null" },
  };
  return {
    "application/json": { schema: { type: "object", properties, required: Object.keys(properties) } },
  };
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const style = `
:root { color-scheme: light dark }
body { font: 15px/1.6 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
summary { cursor: pointer; padding: .5rem 0 }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
pre { overflow: auto; padding: 1rem; border: 1px solid #8885; border-radius: 6px }
details { border-bottom: 1px solid #8883 }
small { opacity: .75 }`;

/** Renders the contract as an HTML page without scripts and external resources. */
function renderDocsPage(paths: Record<string, Record<string, unknown>>): string {
  const calls = Object.values<Endpoint>(contract).map((endpoint) => {
    const path = `${hostPrefixes[endpoint.host]}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    const json = JSON.stringify(paths[path]?.[endpoint.method.toLowerCase()], null, 2);
    return `<details><summary><code>${endpoint.method} ${escapeHtml(path)}</code> ${escapeHtml(endpoint.summary)}
<small>${escapeHtml(formatAccess(endpoint))}${endpoint.audit ? " · 留痕" : ""}</small></summary><pre><code>${escapeHtml(json)}</code></pre></details>`;
  });
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>接口文档 - 后台管理</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><main><h1>接口文档</h1><p>共 ${calls.length} 个接口，机器可读的版本：<a href="openapi.json">openapi.json</a></p>
${calls.join("\n")}</main></body></html>`;
}

/** Serves `/openapi.json` and `/docs`, internally only. Both are created on the first request. */
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
