import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls, Endpoint } from "../adapters/contract/endpoint.ts";
import { proxyCodes, states } from "../adapters/contract/envelope.ts";
import { hostPrefixes } from "../adapters/contract/hosts.ts";
import { authorise } from "./auth/authorise.ts";
import { type Actor, type FileAnswer, Refusal, type Signer } from "./call.ts";
import { sendFault } from "./http/answerFault.ts";
import { compressionOf } from "./http/compressed.ts";
import type { Outcome } from "./http/outcome.ts";
import { parseInput } from "./http/parseInput.ts";
import { type LooseHandler, runCall, type Serving } from "./http/runCall.ts";
import { signedBody, signedBodyLimit } from "./http/signedBody.ts";
import { uploadedFile } from "./http/uploadedFile.ts";

const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Limited by address: what needs no session, the files that go either way, and what says so. */
const isLimited = ({ access, kind, limited = false }: Endpoint) =>
  limited || access === "public" || kind === "blob" || kind === "multipart";

/** Makes one route of every declared call that has a handler. */
export function serve(
  app: FastifyInstance,
  platform: Serving,
  calls: Calls,
  handlers: Readonly<Record<string, LooseHandler>>,
): void {
  for (const [name, endpoint] of Object.entries(calls)) {
    const handler = handlers[name];
    if (!handler) continue;
    for (const url of urlsOf(endpoint, platform)) route(app, platform, url, endpoint, handler);
  }
}

/** A login goes to the template's base as well, where the console is told to send it there. */
function urlsOf(endpoint: Endpoint, platform: Serving): string[] {
  const url = `${hostPrefixes[endpoint.host]}${endpoint.path}`;
  const moved = endpoint.path === "/user/login" && platform.settings.console.loginBase === "proxy";
  return moved ? [url, `${hostPrefixes.proxy}${endpoint.path}`] : [url];
}

function route(
  app: FastifyInstance,
  platform: Serving,
  url: string,
  endpoint: Endpoint,
  handler: LooseHandler,
): void {
  const call = `${endpoint.method} ${endpoint.path}`;
  const where = { proxy: endpoint.host === "proxy", call, onFault: platform.onFault };
  const actors = new WeakMap<FastifyRequest, Actor>();
  const signers = new WeakMap<FastifyRequest, Signer>();
  const signed = {
    bodyLimit: signedBodyLimit,
    preParsing: signedBody(platform, (request, signer) => signers.set(request, signer)),
  };
  const rateLimit = { max: platform.settings.rateLimit, timeWindow: 60_000 };
  app.route({
    method: endpoint.method,
    url,
    ...(endpoint.access === "signed" ? signed : {}),
    compress: compressionOf(endpoint) ?? false,
    config: isLimited(endpoint) ? { rateLimit } : {},
    errorHandler: (fault, _request, reply) => sendFault(fault, reply, where),
    // Before the body is read: who may not call learns nothing of what is wrong with it.
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      const actor = await authorise(platform.db, endpoint, request.headers, platform.clock());
      if (actor) actors.set(request, actor);
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
        header: (name) => {
          const value = request.headers[name.toLowerCase()];
          return Array.isArray(value) ? value[0] : value;
        },
      });
      if ("file" in ran) return sendFile(reply, ran.file, (fault) => platform.onFault(fault, call));
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
