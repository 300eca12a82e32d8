import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { writeJson } from "./foreignJson.ts";

/** A message of a client, as it arrived. */
export interface SocketMessage {
  /** Number of its connection, from 1. */
  readonly connection: number;
  readonly text: string;
  /** Parsed if it is JSON. */
  readonly message: unknown;
  /** Its field `type`, if it has one. */
  readonly type: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A request for a connection. */
export interface Handshake {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly accepted: boolean;
  readonly at: number;
}

export interface ForeignSocket {
  readonly url: string;
  readonly messages: SocketMessage[];
  readonly handshakes: Handshake[];
  /** Codes with which connections ended, in order. */
  readonly closeCodes: number[];
  readonly openCount: () => number;
  /** Sends text as it is and anything else as JSON, to all connections. */
  readonly send: (message: unknown) => void;
  /** Closes all connections from this side. */
  readonly disconnect: (code?: number) => void;
  /** Refuses new connections with HTTP 503, or accepts them again. */
  readonly refuse: (isRefusing: boolean) => void;
  readonly close: () => Promise<void>;
}

const path = "/socket";

/** A socket that records and never answers by itself. */
export async function startSocket(): Promise<ForeignSocket> {
  const http = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  const messages: SocketMessage[] = [];
  const handshakes: Handshake[] = [];
  const closeCodes: number[] = [];
  let connections = 0;
  let isRefusing = false;
  http.on("upgrade", (request, stream, head) => {
    const asked = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
    const accepted = asked === path && !isRefusing;
    handshakes.push({ path: request.url ?? "", headers: request.headers, accepted, at: Date.now() });
    if (accepted) sockets.handleUpgrade(request, stream, head, connect);
    else stream.end(`HTTP/1.1 ${isRefusing ? "503 Service Unavailable" : "404 Not Found"}\r\n\r\n`);
  });
  const connect = (socket: WebSocket) => {
    connections += 1;
    const connection = connections;
    socket.on("message", (bytes) => messages.push(readMessage(connection, String(bytes))));
    socket.on("close", (code) => closeCodes.push(code));
    socket.on("error", () => {});
  };
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    // Cast: a server on a port has an address with a port.
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}${path}`,
    messages,
    handshakes,
    closeCodes,
    openCount: () => sockets.clients.size,
    send: (message) => {
      const text = typeof message === "string" ? message : writeJson(message);
      for (const client of sockets.clients) client.send(text);
    },
    disconnect: (code) => {
      for (const client of sockets.clients) client.close(code);
    },
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await closed;
    },
  };
}

function readMessage(connection: number, text: string): SocketMessage {
  const message = parse(text);
  const type = typeof message === "object" && message && "type" in message ? message.type : undefined;
  return { connection, text, message, type, at: Date.now() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
