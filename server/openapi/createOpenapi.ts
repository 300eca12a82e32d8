import * as z from "zod/mini";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { hostPrefixes } from "../../adapters/contract/hosts.ts";
import { roleLabels } from "../../adapters/contract/roles.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the contract. */
export function createOpenapi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const path = `${hostPrefixes[endpoint.host]}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: createOperation(name, endpoint) };
  }
  return { openapi: "3.1.0", info: { title: "Aerial Console", version: "1" }, paths };
}

/** Who may call, in Chinese. */
export function formatAccess({ access }: Endpoint): string {
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

function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function createParameters(where: "path" | "query", schema: z.ZodMiniType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
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
