import type { IncomingHttpHeaders } from "node:http";
import websocket from "@fastify/websocket";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WebSocket } from "ws";
import * as word from "../../adapters/contract/words.ts";
import { sendUnreadableResponse } from "../http/requestTimeouts.ts";
import type { Settings } from "../settings/settings.ts";
import { isOriginAllowed } from "../socket/serveSocket.ts";
import { readScreenCookies, toCookieHeader } from "../wall/screenCookie.ts";
import type { PassedSocket } from "./passedPaths.ts";

const handshakeMs = 5_000;
/** Longest message of a browser. */
const maxMessageBytes = 64 * 1024;
/** A browser that reads more slowly than the platform writes is let go. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** Tells a socket from a file at the same path. */
const socketConstraint = {
  name: "socket",
  deriveConstraint: ({ headers }: { readonly headers: IncomingHttpHeaders }) =>
    headers.upgrade?.toLowerCase() === "websocket" ? "yes" : undefined,
  storage: () => {
    const routes = new Map<string, never>();
    return {
      get: (value: string) => routes.get(value) ?? null,
      set: (value: string, route: never) => void routes.set(value, route),
    };
  },
};

/**
 * Passes sockets on to another platform: each connection of a browser is one there. A browser is connected only once
 * the platform is, so that it never takes a platform that is away for one that says nothing.
 */
export async function passSockets(
  app: FastifyInstance,
  sockets: readonly PassedSocket[],
  { allowedOrigins }: Pick<Settings, "allowedOrigins">,
): Promise<void> {
  await app.register(websocket, { options: { perMessageDeflate: false, maxPayload: maxMessageBytes } });
  // The library would answer in English.
  app.websocketServer.on("wsClientError", sendUnreadableResponse);
  app.addConstraintStrategy(socketConstraint);
  for (const socket of sockets) addRoute(app, socket, allowedOrigins);
}

function addRoute(app: FastifyInstance, socket: PassedSocket, allowedOrigins: readonly string[]): void {
  const upstreams = new WeakMap<
    FastifyRequest,
    { readonly upstream: WebSocket; readonly leave: () => void }
  >();
  const sendNotFound = (reply: FastifyReply) =>
    reply.status(404).send({ state: -1, message: word.noSuchCall, data: null });
  app.route({
    method: "GET",
    url: socket.url,
    exposeHeadRoute: false,
    constraints: { socket: "yes" },
    handler: (_request, reply) => sendNotFound(reply),
    preValidation: async (request, reply) => {
      if (!isOriginAllowed(request, allowedOrigins))
        return reply.status(403).send({ state: -1, message: "不允许的来源", data: null });
      if (!request.ws) return;
      const address = getAddress(socket, request.url);
      if (address === null) return sendNotFound(reply);
      const upstream = await openUpstream(address, createHeaders(request, socket));
      if (!upstream)
        return reply
          .status(503)
          .send({ state: -1, message: "暂时连不上平台的实时连接，请稍后重试", data: null });
      if (request.raw.socket.destroyed) {
        upstream.terminate();
        return reply.hijack();
      }
      // A browser that leaves before it is connected says nothing of it.
      const leave = () => upstream.terminate();
      request.raw.socket.once("close", leave);
      upstreams.set(request, { upstream, leave });
    },
    wsHandler: (client, request) => {
      const opened = upstreams.get(request);
      if (!opened) return client.terminate();
      const { upstream, leave } = opened;
      request.raw.socket.off("close", leave);
      pass(client, upstream);
      pass(upstream, client);
      upstream.resume();
    },
  });
}

/** Null for a path that is another one to who resolves its dots. */
function getAddress({ target, isPathAdded = false }: PassedSocket, path: string): string | null {
  if (!isPathAdded) return target;
  const { pathname, search } = new URL(`${target}${path}`);
  return `${pathname}${search}`.endsWith(path) ? `${target}${path}` : null;
}

function createHeaders({ headers, ip, protocol }: FastifyRequest, { isScreens = false }: PassedSocket) {
  const cookie = isScreens && { cookie: toCookieHeader(readScreenCookies(headers.cookie)) };
  return { ...cookie, "x-forwarded-for": ip, "x-forwarded-proto": protocol };
}

/** Connects to the platform; null where that fails. What it says waits until `resume`. */
function openUpstream(target: string, headers: Readonly<Record<string, string>>): Promise<WebSocket | null> {
  const socket = new WebSocket(target, { handshakeTimeout: handshakeMs, perMessageDeflate: false, headers });
  return new Promise((resolve) => {
    // Before it is open; later a close follows.
    socket.on("error", () => resolve(null));
    socket.once("open", () => {
      socket.pause();
      resolve(socket);
    });
  });
}

/** Codes that say how a connection ended, and are never sent. */
const unsentCodes = [1004, 1005, 1006, 1015];

/** Passes on what one end says, and that it leaves. */
function pass(from: WebSocket, to: WebSocket): void {
  from.on("message", (data, isBinary) => {
    if (to.readyState === WebSocket.OPEN) to.send(data, { binary: isBinary });
    if (to.bufferedAmount > maxWaitingBytes) to.terminate();
  });
  from.on("close", (code, reason) => {
    if (code === 1005) to.close();
    else if (unsentCodes.includes(code)) to.terminate();
    else to.close(code, reason);
  });
  // A close follows.
  from.on("error", () => undefined);
}
