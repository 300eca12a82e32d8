import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import WebSocket, { WebSocketServer } from "ws";
import * as z from "zod/mini";

const frameShape = z.looseObject({ type: z.number() });
export type SeenFrame = z.output<typeof frameShape>;

/** One handshake of a page's live connection and what became of it. Times are `performance.now()`, ms. */
export interface GateLine {
  readonly startedAt: number;
  /** What the page sent, in order. */
  readonly sent: { readonly at: number; readonly frame: SeenFrame }[];
  /** When the page closed it, or null. */
  closedByPageAt: number | null;
  /** Lets a held handshake through to the server. */
  readonly pass: () => void;
  /** Hands on what the server has said so far and says from now on. */
  readonly hear: () => void;
  /** Keeps what the server still says, its close too, from the page. */
  readonly mute: () => void;
  /** Ends it: with a close code, or without a word as a cut cable does. */
  readonly drop: (code?: number) => void;
  /** Says this to the page in the server's name. */
  readonly say: (frame: object) => void;
}

/** Stands between a browser and the server: everything passes, and the live connection as the test wants. */
export interface Gate extends AsyncDisposable {
  readonly url: string;
  readonly lines: readonly GateLine[];
  /** Whether handshakes, and answers on a line, wait for `pass` and `hear`. */
  holds: boolean;
}

/** Opens a gate before a running server. Pages reach the whole console through it. */
export async function openGate(target: string): Promise<Gate> {
  const lines: GateLine[] = [];
  const upgrades = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => forward(target, request, response));
  const gate = {
    url: "",
    lines,
    holds: false,
    [Symbol.asyncDispose]: async () => {
      for (const line of lines) line.drop();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  server.on("upgrade", (request, socket, head) => {
    const line = openLine(target, upgrades, { request, socket, head });
    lines.push(line);
    if (gate.holds) return;
    line.hear();
    line.pass();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gate;
}

function forward(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const onward = send(new URL(request.url ?? "/", target), { method: method ?? "GET", headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

interface Handshake {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function openLine(target: string, upgrades: WebSocketServer, { request, socket, head }: Handshake): GateLine {
  const waiting: string[] = [];
  let near: WebSocket | null = null;
  let heard = false;
  let muted = false;
  let endedHere = false;
  let far: WebSocket | null = null;
  socket.on("error", () => socket.destroy());
  const line: GateLine = {
    startedAt: performance.now(),
    sent: [],
    closedByPageAt: null,
    pass: () =>
      upgrades.handleUpgrade(request, socket, head, (page) => {
        near = page;
        page.on("close", (code) => {
          if (!endedHere && code !== 1006) line.closedByPageAt = performance.now();
        });
        far = serverLine(target, request.url ?? "/ws", page, {
          said: (frame) => line.sent.push({ at: performance.now(), frame }),
          heard: (text) => {
            if (heard && !muted) page.send(text);
            else waiting.push(text);
          },
          closed: (code) => {
            if (muted) return;
            endedHere = true;
            if (code === 1005 || code === 1006) page.terminate();
            else page.close(code);
          },
        });
      }),
    hear: () => {
      heard = true;
      for (const text of waiting.splice(0)) near?.send(text);
    },
    say: (frame) => near?.send(JSON.stringify(frame)),
    mute: () => {
      muted = true;
    },
    drop: (code) => {
      endedHere = true;
      if (code === undefined) near?.terminate();
      else near?.close(code);
      if (!near) socket.destroy();
      far?.terminate();
    },
  };
  return line;
}

interface Told {
  readonly said: (frame: SeenFrame) => void;
  readonly heard: (text: string) => void;
  readonly closed: (code: number) => void;
}

/** The gate's own connection to the server, tied to the page's. */
function serverLine(target: string, path: string, page: WebSocket, told: Told): WebSocket {
  const far = new WebSocket(`${target.replace("http", "ws")}${path}`);
  const early: string[] = [];
  page.on("message", (data: Buffer) => {
    const text = data.toString();
    told.said(frameShape.parse(JSON.parse(text)));
    if (far.readyState === WebSocket.OPEN) far.send(text);
    else early.push(text);
  });
  page.on("close", () => far.terminate());
  far.on("open", () => early.forEach((text) => far.send(text)));
  far.on("message", (data: Buffer) => told.heard(data.toString()));
  far.on("close", told.closed);
  far.on("error", () => told.closed(1006));
  return far;
}
