import websocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { socketPath } from "../../adapters/contract/socket.ts";
import * as word from "../../adapters/contract/words.ts";
import { sendUnreadableResponse } from "../http/requestTimeouts.ts";
import type { Platform } from "../platform.ts";
import type { Hub } from "./hub.ts";

/** Larger frames close the connection; frames from 4 KB on are refused individually. */
const maxPayload = 64 * 1024;

/** Registers the socket's route. Other origins are refused before the connection is opened. */
export async function serveSocket(app: FastifyInstance, platform: Platform, hub: Hub): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload, perMessageDeflate: false },
    preClose: async () => hub.close(),
  });
  // The library would answer in English.
  app.websocketServer.on("wsClientError", sendUnreadableResponse);
  app.route({
    method: "GET",
    url: socketPath,
    handler: (_request, reply) => reply.status(404).send({ state: -1, message: word.noSuchCall, data: null }),
    preValidation: async (request, reply) => {
      if (isOriginAllowed(request, platform.settings.allowedOrigins)) return;
      await reply.status(403).send({ state: -1, message: "不允许的来源", data: null });
    },
    wsHandler: (socket, request) => hub.attach(socket, request.ip, request.id),
  });
}

/** Browsers always send the page's origin. A client without one is no browser and holds its token itself. */
export function isOriginAllowed(request: FastifyRequest, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (!origin || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
