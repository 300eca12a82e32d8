import * as z from "zod/mini";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { hostPrefixes } from "../../adapters/contract/hosts.ts";
import { roleNames } from "../../adapters/contract/roles.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the contract. */
export function openapi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const path = `${hostPrefixes[endpoint.host]}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return { openapi: "3.1.0", info: { title: "Aerial Console", version: "1" }, paths };
}

/** Who may call, in Chinese. */
export function accessText({ access }: Endpoint): string {
  if (access === "public") return "无需登录";
  if (access === "session") return "登录即可";
  if (access === "signed") return "访问密钥签名";
  return access.map((role) => roleNames[role]).join("、");
}

function operation(name: string, endpoint: Endpoint): Json {
  const { params, query, body, kind, summary } = endpoint;
  const file = {
    type: "object",
    properties: { file: { type: "string", format: "binary" } },
    required: ["file"],
  };
  const sent = kind === "multipart" ? { "multipart/form-data": { schema: file } } : jsonOf(body);
  return {
    operationId: name,
    summary,
    description: accessText(endpoint),
    parameters: [...parameters("path", params), ...parameters("query", query)],
    ...(sent ? { requestBody: { content: sent } } : {}),
    responses: { 200: { description: "OK", content: answer(endpoint) } },
  };
}

const jsonOf = (body: z.ZodMiniType | undefined) =>
  body ? { "application/json": { schema: schemaOf(body, "input") } } : null;

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function parameters(where: "path" | "query", schema: z.ZodMiniType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function answer({ kind, data, host }: Endpoint): Json {
  if (kind === "blob")
    return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  const state = host === "proxy" ? "code" : "state";
  const properties = {
    [state]: { type: "integer" },
    message: { type: "string" },
    data: data ? schemaOf(data, "output") : { type: "null" },
  };
  return {
    "application/json": { schema: { type: "object", properties, required: Object.keys(properties) } },
  };
}
