import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ExecutionResult } from "graphql";
import mercurius from "mercurius";
import * as z from "zod/mini";
import { graphqlEndpoint } from "../../adapters/contract/graphql/query.ts";
import { graphqlSchema } from "../../adapters/contract/graphql/schema.ts";
import { wallPaths } from "../../adapters/contract/screen.ts";
import { authorise } from "../auth/authorise.ts";
import type { Actor } from "../call.ts";
import type { RouteAccess, RouteServices } from "../calls/registerRoutes.ts";
import { AuthError } from "../http/authError.ts";
import { getCompression } from "../http/compression.ts";
import { createListRateLimit } from "../http/listRateLimit.ts";
import { parseInput } from "../http/parseInput.ts";
import { sendError, toErrorResponse } from "../http/sendError.ts";
import { addLogFields } from "../log/logCalls.ts";
import { createScopedDb } from "../scope/createScopedDb.ts";
import type { GraphqlContext } from "./graphqlContext.ts";
import { assertDocument, createQueryError } from "./parseDocument.ts";
import { resolvers } from "./resolvers.ts";

/** A document has at most 10,000 characters, of up to four bytes; the variables are short. */
const bodyLimit = 64 * 1024;
const call = `${graphqlEndpoint.method} ${graphqlEndpoint.path}`;

/**
 * Serves `POST /graphql`, read-only. Session, roles, limits and error texts are those of REST; nothing is answered to
 * GET or to an array of queries.
 */
export async function serveGraphql(
  app: FastifyInstance,
  services: RouteServices,
  authoriseScreen: RouteAccess["authorise"],
): Promise<void> {
  await app.register(mercurius, {
    schema: graphqlSchema,
    resolvers,
    routes: false,
    // The library's own would log the errors and drop their causes, which `toGraphqlAnswer` needs.
    errorFormatter: ({ data = null, errors = [] }) => ({ statusCode: 200, response: { data, errors } }),
  });
  addGraphqlRoute(app, services, graphqlEndpoint.path, (endpoint, request) =>
    authorise(services, endpoint, request),
  );
  addGraphqlRoute(app, services, wallPaths.graphql, authoriseScreen);
  // Its figures are of the live picture.
  for (const url of [graphqlEndpoint.path, wallPaths.graphql])
    services.passToLive?.(graphqlEndpoint.method, url, call);
}

function addGraphqlRoute(
  app: FastifyInstance,
  services: RouteServices,
  url: string,
  authoriseRequest: RouteAccess["authorise"],
): void {
  const { settings } = services;
  const actors = new WeakMap<FastifyRequest, Actor>();
  const enforceRateLimit = createListRateLimit(
    app,
    url,
    settings.listRateLimit,
    (request) => actors.get(request)?.id ?? "",
  );
  app.route({
    method: graphqlEndpoint.method,
    url,
    bodyLimit,
    compress: getCompression(graphqlEndpoint) ?? false,
    config: { call },
    errorHandler: (error, request, reply) => {
      if (error instanceof AuthError && error.userId !== null)
        addLogFields(request, { userId: error.userId });
      const context = { proxy: false, call, onError: services.onError };
      addLogFields(request, { state: sendError(error, reply, context) });
    },
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const actor = await authoriseRequest(graphqlEndpoint, request);
      if (!actor) throw new AuthError("missing");
      actors.set(request, actor);
      addLogFields(request, { userId: actor.id });
      await enforceRateLimit(request);
    },
    handler: async (request, reply) => {
      const actor = actors.get(request);
      if (!actor) throw new AuthError("missing");
      const { query, variables, operationName } = graphqlEndpoint.body.parse(
        parseInput(graphqlEndpoint, request).body,
      );
      const result = await execute(app, createContext(services, request, actor), {
        query,
        variables: variables ?? {},
        operationName: operationName ?? undefined,
      });
      return sendResult(services, request, reply, result);
    },
  });
}

const createContext = (
  services: RouteServices,
  request: FastifyRequest,
  actor: Actor,
): { readonly aerial: GraphqlContext } => ({
  aerial: {
    services,
    actor,
    db: createScopedDb(services.callDb, actor.scope),
    now: services.clock(),
    call: {
      address: request.ip,
      reqId: request.id,
      addLogFields: (fields) => addLogFields(request, fields),
      header: (name) => z.optional(z.string()).safeParse(request.headers[name.toLowerCase()]).data,
    },
  },
});

interface GraphqlRequest {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

/** Executes a query; whatever refuses it becomes an error of the result. */
async function execute(
  app: FastifyInstance,
  { aerial }: { readonly aerial: GraphqlContext },
  { query, variables, operationName }: GraphqlRequest,
): Promise<GraphqlResult> {
  try {
    assertDocument(query, variables, { allowsIntrospection: !aerial.services.settings.production });
    return await app.graphql(query, { aerial }, variables, operationName);
  } catch (error) {
    return { errors: [{ originalError: toRefusal(error) }] };
  }
}

/** Mercurius reports what does not fit the schema with texts that quote the query. */
function toRefusal(error: unknown): Error {
  if (!(error instanceof Error)) return new Error("Unknown error of GraphQL", { cause: error });
  const isMercurius = "code" in error && String(error.code).startsWith("MER_ERR_GQL");
  return isMercurius ? createQueryError("查询不符合接口定义，请核对字段与参数") : error;
}

function sendResult(
  { onError }: RouteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  result: GraphqlResult,
): FastifyReply {
  const { status, body, retryAfter, errors } = toGraphqlAnswer(result);
  for (const error of errors) if (toErrorResponse(error).shouldReport) onError(error, call, request.id);
  const [first] = body.errors ?? [];
  addLogFields(request, { state: first?.extensions.state ?? 0 });
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  return reply.status(status).type("application/json; charset=utf-8").send(body);
}

/** What is used of an error in a result. */
interface ResultError {
  readonly originalError?: Error | undefined;
  readonly path?: readonly (string | number)[] | undefined;
}

/** Data, errors, or both. */
interface GraphqlResult {
  readonly data?: ExecutionResult["data"];
  readonly errors?: readonly ResultError[];
}

/** An error as it is sent: a Chinese sentence, and the state and data that REST's envelope would have. */
interface SentError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly state: number; readonly data: unknown };
}

interface GraphqlAnswer {
  readonly status: number;
  readonly body: {
    readonly data?: GraphqlResult["data"];
    readonly errors?: readonly SentError[];
  };
  /** Seconds after which the client may try again. */
  readonly retryAfter: number | undefined;
  /** What went wrong, for the log. */
  readonly errors: readonly unknown[];
}

/**
 * Turns a result into what is sent. Messages of errors never come from the library, the database or the code: they are
 * REST's. If nothing was read, the status is REST's too.
 */
function toGraphqlAnswer({ data, errors = [] }: GraphqlResult): GraphqlAnswer {
  const causes = errors.map(findCause);
  const responses = causes.map(toErrorResponse);
  const sent = responses.map(({ body: { state, message, data: detail } }, index): SentError => {
    const path = errors[index]?.path;
    return { message, ...(path ? { path } : {}), extensions: { state, data: detail ?? null } };
  });
  const isEmpty = data === undefined || data === null;
  const [first] = responses;
  return {
    status: isEmpty && first ? first.status : 200,
    body: { ...(isEmpty ? {} : { data }), ...(sent.length > 0 ? { errors: sent } : {}) },
    retryAfter: first?.retryAfter,
    errors: causes,
  };
}

/**
 * The error that a resolver threw. One without such a cause is about the query's variables. Not by class: the library
 * that executes has a copy of `graphql` of its own.
 */
const findCause = ({ originalError }: ResultError): unknown =>
  originalError ?? createQueryError("查询的参数不符合接口定义，请核对后重试");
