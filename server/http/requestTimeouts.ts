import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Envelope } from "../../adapters/contract/envelope.ts";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import { lookUp } from "../../adapters/contract/lookUp.ts";

/** How long a request may take to arrive, in milliseconds. A response may take any time, as long as bytes flow. */
export interface RequestTimeouts {
  /** Until all headers have arrived, also on a connection that sends nothing. */
  readonly headersMs: number;
  /** Until the whole request has arrived. */
  readonly requestMs: number;
  /** The same for an upload. */
  readonly uploadMs: number;
  /** Without a single byte of the body. */
  readonly stallMs: number;
  /** Without a byte in either direction, as when a client does not read its response. */
  readonly idleMs: number;
  /** Interval of the checks. */
  readonly checkIntervalMs: number;
}

const defaultTimeouts: RequestTimeouts = {
  headersMs: 30_000,
  requestMs: 30_000,
  uploadMs: 300_000,
  stallMs: 30_000,
  idleMs: 60_000,
  checkIntervalMs: 2_000,
};

export const resolveRequestTimeouts = (overrides: Partial<RequestTimeouts> = {}): RequestTimeouts => ({
  ...defaultTimeouts,
  ...overrides,
});

declare module "fastify" {
  interface FastifyContextConfig {
    /** The client sends a file, which may take minutes. */
    upload?: boolean;
  }
}

/**
 * Any other upgrade is an ordinary request. Node gives an upgraded connection away: no timeout ends it, and a body that
 * follows is never read.
 */
const isWebSocketUpgrade = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["transfer-encoding"] === undefined &&
  !Number(headers["content-length"]);

/** Timeouts that node itself enforces: headers, idle connections and, as a last resort, the whole request. */
export const getRequestTimeoutOptions = ({ headersMs, uploadMs, idleMs, checkIntervalMs }: RequestTimeouts) =>
  ({
    // Node restarts this timer with every byte that the client reads; ws disables it for sockets of /ws.
    connectionTimeout: idleMs,
    requestTimeout: uploadMs + 2 * checkIntervalMs,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkIntervalMs,
      shouldUpgradeCallback: isWebSocketUpgrade,
    },
    clientErrorHandler: sendUnreadableResponse,
  }) satisfies FastifyHttpOptions<Server>;

/**
 * Ends requests whose body arrives too slowly, with 408 if no reply was sent yet. Only the client's time counts: not
 * the time before the server reads the body, nor the delay of a late check.
 */
export function enforceRequestTimeouts(app: FastifyInstance, timeouts: RequestTimeouts): void {
  const startedReading = new WeakSet<FastifyRequest>();
  app.addHook("onRequest", async (request, reply) => {
    const { raw } = request;
    if (!Number(raw.headers["content-length"]) && raw.headers["transfer-encoding"] === undefined) return;
    const totalMs = request.routeOptions.config.upload ? timeouts.uploadMs : timeouts.requestMs;
    const maxStepMs = 2 * timeouts.checkIntervalMs;
    const elapsed = { totalMs: 0, stalledMs: 0 };
    let checkedAt = performance.now();
    let bytes = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const now = performance.now();
      const elapsedMs = Math.min(now - checkedAt, maxStepMs);
      checkedAt = now;
      const isAwaited = startedReading.has(request) || reply.sent;
      const hasReceivedData = raw.socket.bytesRead > bytes;
      bytes = raw.socket.bytesRead;
      if (isAwaited) elapsed.totalMs += elapsedMs;
      elapsed.stalledMs = isAwaited && !hasReceivedData ? elapsed.stalledMs + elapsedMs : 0;
      if (elapsed.totalMs < totalMs && elapsed.stalledMs < timeouts.stallMs) return;
      clearInterval(timer);
      rejectSlowRequest(request, reply);
    }, timeouts.checkIntervalMs);
    timer.unref();
    raw.once("close", () => clearInterval(timer));
  });
  app.addHook("preParsing", async (request) => {
    startedReading.add(request);
  });
}

/**
 * Lets node read and drop what is left of a refused body, within the limits above. The framework closes the connection at
 * once, and a proxy that is still sending then answers its client 502.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    if (!request.raw.complete && reply.statusCode !== slowStatus) reply.removeHeader("connection");
  });
}

/** Of a body that is too slow to be waited for. */
const slowStatus = 408;

function rejectSlowRequest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) raw.destroy();
  else
    reply
      .header("connection", "close")
      .send(Object.assign(new Error("Slow request"), { statusCode: slowStatus }));
}

const unreadableResponses: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "请求超时，请重试"],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "请求头过大，请刷新页面后重试"],
};

/** Replies on the raw socket to a request, or to the opening of a WebSocket, that could not be parsed. */
export function sendUnreadableResponse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = lookUp(unreadableResponses, error.code ?? "") ?? [
    "400 Bad Request",
    "请求格式不正确，请刷新页面后重试",
  ];
  const body = JSON.stringify({ state: stateCodes.refused, message, data: null } satisfies Envelope);
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Further input is not read.
  socket.destroySoon();
}
