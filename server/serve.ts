import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls, Endpoint } from "../adapters/contract/endpoint.ts";
import { proxyCodes, states } from "../adapters/contract/envelope.ts";
import { hostPrefixes } from "../adapters/contract/hosts.ts";
import { isList } from "../adapters/contract/page.ts";
import { authorise } from "./auth/authorise.ts";
import type { LookupLimiter } from "./auth/lookupLimiter.ts";
import type { SessionCache } from "./auth/sessionCache.ts";
import { type Actor, type FileAnswer, Refusal, type Signer } from "./call.ts";
import { sendFault } from "./http/answerFault.ts";
import { compressionOf } from "./http/compressed.ts";
import { Denied } from "./http/denied.ts";
import type { Outcome } from "./http/outcome.ts";
import { parseInput } from "./http/parseInput.ts";
import { type LooseHandler, runCall, type Serving } from "./http/runCall.ts";
import { signedBody, signedBodyLimit } from "./http/signedBody.ts";
import { TooMany } from "./http/tooMany.ts";
import { uploadedFile } from "./http/uploadedFile.ts";
import { addFacts } from "./log/logCalls.ts";

const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Limited by address: what needs no session, the files that go either way, and what says so. */
const isLimited = ({ access, kind, limited = false }: Endpoint) =>
  limited || access === "public" || kind === "blob" || kind === "multipart";

/** The same with the sessions of those who call. */
export type ServingSessions = Serving & {
  readonly lookups: LookupLimiter;
  readonly sessions: SessionCache;
};

/** Makes one route of every declared call that has a handler. */
export function serve(
  app: FastifyInstance,
  platform: ServingSessions,
  calls: Calls,
  handlers: Readonly<Record<string, LooseHandler>>,
): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  const sessionOf = (request: FastifyRequest) => actors.get(request)?.sessionId ?? "";
  const limitLists = Object.values(calls).some(isList)
    ? listLimit(app, platform.settings.listRateLimit, sessionOf)
    : null;
  for (const [name, endpoint] of Object.entries(calls)) {
    const handler = handlers[name];
    if (!handler) continue;
    const route = { endpoint, handler, actors, limit: isList(endpoint) ? limitLists : null };
    for (const url of urlsOf(endpoint, platform)) addRoute(app, platform, url, route);
  }
}

/** Counts requests to all lists and pickers together: at most `max` a minute for each key, beyond that a 429. */
function listLimit(
  app: FastifyInstance,
  max: number,
  keyOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: keyOf });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const seconds = Math.max(1, counted.ttlInSeconds);
    throw new TooMany(`查询太频繁，请 ${seconds} 秒后再试`, seconds);
  };
}

interface Route {
  readonly endpoint: Endpoint;
  readonly handler: LooseHandler;
  /** Who is behind each request. */
  readonly actors: WeakMap<FastifyRequest, Actor>;
  readonly limit: ((request: FastifyRequest) => Promise<void>) | null;
}

/** A login goes to the template's base as well, where the console is told to send it there. */
function urlsOf(endpoint: Endpoint, platform: ServingSessions): string[] {
  const url = `${hostPrefixes[endpoint.host]}${endpoint.path}`;
  const moved = endpoint.path === "/user/login" && platform.settings.console.loginBase === "proxy";
  return moved ? [url, `${hostPrefixes.proxy}${endpoint.path}`] : [url];
}

function addRoute(
  app: FastifyInstance,
  platform: ServingSessions,
  url: string,
  { endpoint, handler, actors, limit }: Route,
): void {
  const call = `${endpoint.method} ${endpoint.path}`;
  const where = { proxy: endpoint.host === "proxy", call, onFault: platform.onFault };
  const signers = new WeakMap<FastifyRequest, Signer>();
  const signed = {
    bodyLimit: signedBodyLimit,
    preParsing: signedBody(platform, (request, signer) => {
      signers.set(request, signer);
      addFacts(request, { accessKeyId: signer.accessKeyId });
    }),
  };
  const rateLimit = { max: platform.settings.rateLimit, timeWindow: 60_000 };
  app.route({
    method: endpoint.method,
    url,
    ...(endpoint.access === "signed" ? signed : {}),
    compress: compressionOf(endpoint) ?? false,
    config: { call, upload: endpoint.kind === "multipart", ...(isLimited(endpoint) ? { rateLimit } : {}) },
    errorHandler: (fault, request, reply) => {
      if (fault instanceof Denied && fault.userId !== null) addFacts(request, { userId: fault.userId });
      addFacts(request, { state: sendFault(fault, reply, where) });
    },
    // Before the body is read: who may not call learns nothing of what is wrong with it.
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const actor = await authorise(platform, endpoint, request);
      if (!actor) return;
      actors.set(request, actor);
      addFacts(request, { userId: actor.id });
      await limit?.(request);
    },
    handler: async (request, reply) => {
      const file =
        endpoint.kind === "multipart" ? { file: await uploadedFile(request, endpoint.maxBytes) } : {};
      const ran = await runCall(platform, {
        endpoint,
        handler,
        input: { ...parseInput(endpoint, request), ...file },
        actor: actors.get(request) ?? null,
        signer: signers.get(request) ?? null,
        address: request.ip,
        reqId: request.id,
        addFacts: (facts) => addFacts(request, facts),
        header: (name) => {
          const value = request.headers[name.toLowerCase()];
          return Array.isArray(value) ? value[0] : value;
        },
      });
      if ("file" in ran)
        return sendFile(reply, ran.file, (fault) => platform.onFault(fault, call, request.id));
      addFacts(request, { state: ran.outcome.state });
      return reply.send(endpoint.host === "proxy" ? secondEnvelope(ran.outcome) : ran.outcome);
    },
  });
}

const secondEnvelope = ({ state, message, data }: Outcome) => ({
  code: state === states.ok ? proxyCodes.ok : state,
  message,
  data,
});

/** Streams a file; a fault midway cuts the connection, so that half a file is never taken for a whole one. */
function sendFile(reply: FastifyReply, file: FileAnswer, onFault: (fault: unknown) => void): FastifyReply {
  const stream = Readable.from(file.stream, { objectMode: false });
  // Before the first byte the error handler answers and tells; after it nobody else would tell.
  stream.on("error", (fault) => {
    if (reply.raw.headersSent && !(fault instanceof Refusal)) onFault(fault);
  });
  return reply
    .header("content-type", spreadsheet)
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .header("x-export-rows", file.rows)
    .send(stream);
}
