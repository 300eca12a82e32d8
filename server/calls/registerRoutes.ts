import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls, Endpoint } from "../../adapters/contract/endpoint.ts";
import { proxyCodes, stateCodes } from "../../adapters/contract/envelope.ts";
import { hostPrefixes } from "../../adapters/contract/hosts.ts";
import { isListEndpoint } from "../../adapters/contract/page.ts";
import { authorise } from "../auth/authorise.ts";
import type { SessionCache } from "../auth/sessionCache.ts";
import type { Actor, FileResponse, UntypedHandler } from "../call.ts";
import { RefusalError } from "../errors.ts";
import { AuthError } from "../http/authError.ts";
import { getCompression } from "../http/compression.ts";
import { createListRateLimit } from "../http/listRateLimit.ts";
import { parseInput } from "../http/parseInput.ts";
import type { PassToLive } from "../http/passToLive.ts";
import { createUploadReceiver, type UploadReceiver } from "../http/receiveUpload.ts";
import { sendError } from "../http/sendError.ts";
import type { Outcome } from "../http/toOutcome.ts";
import { addLogFields } from "../log/logCalls.ts";
import type { CallServices } from "./createCall.ts";
import { isOwnerCall } from "./ownerCalls.ts";
import { runCall } from "./runCall.ts";
import { createSignedRoute, type SignedRouteServices } from "./signedRoute.ts";

const xlsxMimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Public calls, file downloads and uploads are always limited. */
const hasRateLimit = ({ access, kind, isRateLimited = false }: Endpoint) =>
  isRateLimited || access === "public" || kind === "blob" || kind === "multipart";
/** Whether a call has somebody whose limit it is; that of others is their address's. */
const hasActor = ({ access }: Endpoint) => access !== "public" && access !== "signed";

/** Limit of a JSON body, with and without a session: a login, a captcha or a screen's token is small. */
const sessionBodyLimit = 1024 * 1024;
export const defaultBodyLimit = 64 * 1024;

/** `CallServices` with what tells who calls. */
export type RouteServices = CallServices &
  SignedRouteServices & {
    readonly sessions: SessionCache;
    /** Null where there is one process. */
    readonly passToLive: PassToLive | null;
  };

/** Where calls are served, and who may make them. */
export interface RouteAccess {
  /** Who calls. */
  readonly name: "console" | "wall";
  readonly getUrls: (endpoint: Endpoint) => readonly string[];
  /** Throws `AuthError` where the call is not allowed; null for a call without an actor. */
  readonly authorise: (endpoint: Endpoint, request: FastifyRequest) => Promise<Actor | null>;
}

/** Registers a route for every call that has a handler. By default with the console's sessions. */
export function registerRoutes(
  app: FastifyInstance,
  platform: RouteServices,
  calls: Calls,
  handlers: Readonly<Record<string, UntypedHandler>>,
  access: RouteAccess = {
    name: "console",
    getUrls: (endpoint) => getUrls(endpoint, platform),
    authorise: (endpoint, request) => authorise(platform, endpoint, request),
  },
): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  const getStaffId = (request: FastifyRequest) => actors.get(request)?.id ?? "";
  const listRateLimit = Object.values(calls).some(isListEndpoint)
    ? createListRateLimit(app, `${access.name} lists`, platform.settings.listRateLimit, getStaffId)
    : null;
  const uploads = createUploadReceiver(platform.settings.dataDir);
  for (const [name, endpoint] of Object.entries(calls)) {
    const handler = handlers[name];
    if (!handler) continue;
    const limit = isListEndpoint(endpoint) ? listRateLimit : null;
    const route = { endpoint, handler, actors, getStaffId, limit, uploads, authorise: access.authorise };
    for (const url of access.getUrls(endpoint)) {
      addRoute(app, platform, url, route);
      if (isOwnerCall(endpoint)) platform.passToLive?.(endpoint.method, url, toCallName(endpoint));
    }
  }
}

const toCallName = ({ method, path }: Endpoint) => `${method} ${path}`;

interface Route extends Pick<RouteAccess, "authorise"> {
  readonly endpoint: Endpoint;
  readonly handler: UntypedHandler;
  /** The actor of each request. */
  readonly actors: WeakMap<FastifyRequest, Actor>;
  /** By person, not by session: a new login is no new limit. Known after `onRequest`. */
  readonly getStaffId: (request: FastifyRequest) => string;
  readonly limit: ((request: FastifyRequest) => Promise<void>) | null;
  readonly uploads: UploadReceiver;
}

/** Login is also served below the proxy prefix, if the console is configured to send it there. */
function getUrls(endpoint: Endpoint, platform: RouteServices): string[] {
  const url = `${hostPrefixes[endpoint.host]}${endpoint.path}`;
  const isLoginOnProxy = endpoint.path === "/user/login" && platform.settings.console.loginBase === "proxy";
  return isLoginOnProxy ? [url, `${hostPrefixes.proxy}${endpoint.path}`] : [url];
}

function addRoute(
  app: FastifyInstance,
  platform: RouteServices,
  url: string,
  { endpoint, handler, actors, getStaffId, limit: enforceRateLimit, uploads, authorise }: Route,
): void {
  const call = toCallName(endpoint);
  const errorContext = { proxy: endpoint.host === "proxy", call, onError: platform.onError };
  const signed = endpoint.access === "signed" ? createSignedRoute(platform) : null;
  const rateLimit = {
    max: platform.settings.rateLimit,
    timeWindow: 60_000,
    ...(hasActor(endpoint) ? { keyGenerator: getStaffId } : {}),
  };
  app.route({
    method: endpoint.method,
    url,
    bodyLimit: endpoint.access === "public" ? defaultBodyLimit : sessionBodyLimit,
    ...signed?.options,
    compress: getCompression(endpoint) ?? false,
    config: {
      call,
      upload: endpoint.kind === "multipart",
      ...(hasRateLimit(endpoint) ? { rateLimit } : {}),
    },
    errorHandler: (error, request, reply) => {
      const answer = (answered: unknown) => {
        if (answered instanceof AuthError && answered.userId !== null)
          addLogFields(request, { userId: answered.userId });
        addLogFields(request, { state: sendError(answered, reply, errorContext) });
      };
      const noted = signed?.noteError(request, error) ?? null;
      if (noted) void noted.then(answer);
      else answer(error);
    },
    // Before the body is read: callers without permission learn nothing from its validation.
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const actor = await authorise(endpoint, request);
      if (!actor) return;
      actors.set(request, actor);
      addLogFields(request, { userId: actor.id });
      await enforceRateLimit?.(request);
      if (endpoint.kind === "multipart") uploads.admit(actor.id, reply);
    },
    handler: async (request, reply) => {
      const upload = endpoint.kind === "multipart" ? await uploads.receive(request, endpoint.maxBytes) : null;
      const run = async () => {
        try {
          const input = parseInput(endpoint, request);
          const handedOver = signed?.handOver(request, endpoint, input) ?? null;
          if (handedOver) return { outcome: await handedOver };
          return await runCall(platform, {
            endpoint,
            handler,
            input: { ...input, ...(upload ? { file: upload.file } : {}) },
            actor: actors.get(request) ?? null,
            signer: signed?.getSigner(request) ?? null,
            address: request.ip,
            reqId: request.id,
            addLogFields: (facts) => addLogFields(request, facts),
            header: (name) => {
              const value = request.headers[name.toLowerCase()];
              return Array.isArray(value) ? value[0] : value;
            },
          });
        } finally {
          await upload?.discard();
        }
      };
      const result = await run();
      if ("file" in result)
        return sendFile(reply, result.file, (error) => platform.onError(error, call, request.id));
      addLogFields(request, { state: result.outcome.state });
      return reply.send(endpoint.host === "proxy" ? toProxyEnvelope(result.outcome) : result.outcome);
    },
  });
}

const toProxyEnvelope = ({ state, message, data }: Outcome) => ({
  code: state === stateCodes.ok ? proxyCodes.ok : state,
  message,
  data,
});

/** Streams a file. An error midway closes the connection, so that half a file is never taken for a complete one. */
function sendFile(reply: FastifyReply, file: FileResponse, onError: (error: unknown) => void): FastifyReply {
  const stream = Readable.from(file.stream, { objectMode: false });
  // Before the first byte the error handler replies and logs; after it, only this listener logs.
  stream.on("error", (error) => {
    if (reply.raw.headersSent && !(error instanceof RefusalError)) onError(error);
  });
  return reply
    .header("content-type", file.contentType ?? xlsxMimeType)
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .header("x-export-rows", file.rows)
    .headers(file.note ? { "x-export-note": encodeURIComponent(file.note) } : {})
    .send(stream);
}
