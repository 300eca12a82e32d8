import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import WebSocket, { WebSocketServer } from "ws";
import * as z from "zod/mini";

const frameSchema = z.looseObject({ type: z.number() });
export type ClientFrame = z.output<typeof frameSchema>;

/** A page's WebSocket that passes through the proxy. Times are `performance.now()`, ms. */
export interface ProxiedSocket {
  readonly startedAt: number;
  /** Frames that the page sent, in order. */
  readonly sent: { readonly at: number; readonly frame: ClientFrame }[];
  /** When the page closed the connection, or null. */
  closedByPageAt: number | null;
  /** Completes a paused handshake and connects to the server. */
  readonly accept: () => void;
  /** Delivers the server's buffered messages and all later ones. */
  readonly resume: () => void;
  /** Withholds all further messages of the server, including its close. */
  readonly mute: () => void;
  /** Closes with this code, or terminates without a close frame as a cut cable does. */
  readonly drop: (code?: number) => void;
  /** Sends a frame to the page in place of the server. */
  readonly send: (frame: object) => void;
}

/** An HTTP and WebSocket proxy between browser and server. The test controls the WebSockets. */
export interface SocketProxy extends AsyncDisposable {
  readonly url: string;
  readonly sockets: readonly ProxiedSocket[];
  /** While true, new connections wait for `accept`, and the server's messages for `resume`. */
  paused: boolean;
}

/** Starts a proxy in front of a running server; pages load the console from its `url`. */
export async function startSocketProxy(target: string): Promise<SocketProxy> {
  const sockets: ProxiedSocket[] = [];
  const upgrades = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => forwardRequest(target, request, response));
  const proxy = {
    url: "",
    sockets,
    paused: false,
    [Symbol.asyncDispose]: async () => {
      for (const proxied of sockets) proxied.drop();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  server.on("upgrade", (request, socket, head) => {
    const proxied = createProxiedSocket(target, upgrades, { request, socket, head });
    sockets.push(proxied);
    if (proxy.paused) return;
    proxied.resume();
    proxied.accept();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

function forwardRequest(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const upstream = send(
    new URL(request.url ?? "/", target),
    { method: method ?? "GET", headers },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
    },
  );
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}

interface Handshake {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function createProxiedSocket(
  target: string,
  upgrades: WebSocketServer,
  { request, socket, head }: Handshake,
): ProxiedSocket {
  const pendingMessages: string[] = [];
  let pageSocket: WebSocket | null = null;
  let isResumed = false;
  let isMuted = false;
  let isClosedByProxy = false;
  let serverSocket: WebSocket | null = null;
  socket.on("error", () => socket.destroy());
  const proxied: ProxiedSocket = {
    startedAt: performance.now(),
    sent: [],
    closedByPageAt: null,
    accept: () =>
      upgrades.handleUpgrade(request, socket, head, (page) => {
        pageSocket = page;
        page.on("close", (code) => {
          if (!isClosedByProxy && code !== 1006) proxied.closedByPageAt = performance.now();
        });
        serverSocket = connectUpstream(target, request.url ?? "/ws", page, {
          onFrame: (frame) => proxied.sent.push({ at: performance.now(), frame }),
          onMessage: (text) => {
            if (isResumed && !isMuted) page.send(text);
            else pendingMessages.push(text);
          },
          onClose: (code) => {
            if (isMuted) return;
            isClosedByProxy = true;
            if (code === 1005 || code === 1006) page.terminate();
            else page.close(code);
          },
        });
      }),
    resume: () => {
      isResumed = true;
      for (const text of pendingMessages.splice(0)) pageSocket?.send(text);
    },
    send: (frame) => pageSocket?.send(JSON.stringify(frame)),
    mute: () => {
      isMuted = true;
    },
    drop: (code) => {
      isClosedByProxy = true;
      if (code === undefined) pageSocket?.terminate();
      else pageSocket?.close(code);
      if (!pageSocket) socket.destroy();
      serverSocket?.terminate();
    },
  };
  return proxied;
}

interface UpstreamListener {
  readonly onFrame: (frame: ClientFrame) => void;
  readonly onMessage: (text: string) => void;
  readonly onClose: (code: number) => void;
}

/** The proxy's connection to the server; ends with the page's connection. */
function connectUpstream(
  target: string,
  path: string,
  page: WebSocket,
  listener: UpstreamListener,
): WebSocket {
  const serverSocket = new WebSocket(`${target.replace("http", "ws")}${path}`);
  const pendingMessages: string[] = [];
  page.on("message", (data: Buffer) => {
    const text = data.toString();
    listener.onFrame(frameSchema.parse(JSON.parse(text)));
    if (serverSocket.readyState === WebSocket.OPEN) serverSocket.send(text);
    else pendingMessages.push(text);
  });
  page.on("close", () => serverSocket.terminate());
  serverSocket.on("open", () => pendingMessages.forEach((text) => serverSocket.send(text)));
  serverSocket.on("message", (data: Buffer) => listener.onMessage(data.toString()));
  serverSocket.on("close", listener.onClose);
  serverSocket.on("error", () => listener.onClose(1006));
  return serverSocket;
}
