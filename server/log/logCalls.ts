// The type of `request.ws`.
import type {} from "@fastify/websocket";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "./createLog.ts";
import { reqIdHeader } from "./reqId.ts";

/** Why a sign-in was refused. */
export type SignInRefusal =
  | "wrong"
  | "locked"
  | "captcha"
  | "disabled"
  | "noConsole"
  | "demoOnly"
  | "retry"
  | "code";

/** Fields of a call's log line besides route and timing. Ids only: never a name, phone number, token or free text. */
export interface CallLogFields {
  readonly userId?: string;
  /** The key that signed the call. */
  readonly accessKeyId?: string;
  /** The envelope's state, also where a proxy endpoint replies with its own code. */
  readonly state?: number;
  /** Whose sign-in was refused; null if the phone number belongs to no staff member. */
  readonly accountId?: string | null;
  readonly signIn?: SignInRefusal;
  /** The end of the lock that this call's wrong password caused. */
  readonly lockedUntil?: Date;
}

declare module "../call.ts" {
  interface Call {
    /** Adds fields to the call's log line: whose sign-in was refused and why. */
    readonly addLogFields: (facts: CallLogFields) => void;
  }
}

export interface FinishedCall {
  readonly reqId: string;
  /** Whether it is in the contract. */
  readonly isDeclared: boolean;
  /** Method and declared path, never the requested URL. */
  readonly call: string;
  /** HTTP status; 0 if the client disconnected before one was sent. */
  readonly status: number;
  readonly ms: number;
  readonly logFields: CallLogFields;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Filled while the call runs. */
    logFields: CallLogFields;
  }
  interface FastifyContextConfig {
    /** The contract's `METHOD /path`. */
    call?: string;
    /** Polled every few seconds by monitoring: logged at `debug` only. */
    probe?: true;
  }
}

/** Adds fields to the log line of a request. */
export function addLogFields(request: FastifyRequest, fields: CallLogFields): void {
  request.logFields = { ...request.logFields, ...fields };
}

/**
 * Sets `X-Request-Id` on every response, and logs one line per finished request, also if the client disconnected.
 * Calls are logged at `info`, refused sign-ins at `warn`, files and probes at `debug`.
 * @param onEnd receives each finished request
 */
export function logCalls(app: FastifyInstance, log: Log, onEnd: (call: FinishedCall) => void): void {
  app.decorateRequest("logFields");
  app.addHook("onRequest", async (request, reply) => {
    request.logFields = {};
    reply.header(reqIdHeader, request.id);
    const from = performance.now();
    // Read now: a closed connection has no address.
    const address = request.ip;
    reply.raw.once("close", () => {
      // An opened WebSocket has log lines of its own.
      if (request.ws && !reply.raw.headersSent) return;
      const finished = toFinishedCall(request, reply, performance.now() - from);
      logCall(log, request, finished, address);
      onEnd(finished);
    });
  });
}

function toFinishedCall(request: FastifyRequest, reply: FastifyReply, ms: number): FinishedCall {
  const { config, url } = request.routeOptions;
  return {
    reqId: request.id,
    isDeclared: config.call !== undefined,
    call: config.call ?? `${request.method} ${url ?? "unknown"}`,
    status: reply.raw.headersSent ? reply.raw.statusCode : 0,
    ms: Math.round(ms * 10) / 10,
    logFields: request.logFields,
  };
}

function logCall(
  log: Log,
  request: FastifyRequest,
  { reqId, call, status, ms, logFields }: FinishedCall,
  address: string,
): void {
  const { state = null, userId = null, ...others } = logFields;
  const aborted = request.raw.destroyed && status === 0 ? { aborted: true } : {};
  log[getLevel(request, status)](
    { reqId, call, userId, status, state, ms, address, ...others, ...aborted },
    "call",
  );
}

function getLevel({ routeOptions: { config }, logFields }: FastifyRequest, status: number) {
  if (config.probe) return "debug";
  if (logFields.signIn !== undefined || logFields.lockedUntil !== undefined) return "warn";
  return config.call === undefined && status < 400 ? "debug" : "info";
}

/** Sets the id of a request with an unreadable URL and logs it, as no hook runs for it. */
export function logUnreadable(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(reqIdHeader, request.id);
  const address = request.ip;
  reply.raw.once("close", () => {
    const { statusCode: status } = reply.raw;
    const call = `${request.method} unknown`;
    log.info({ reqId: request.id, call, userId: null, status, state: -1, address }, "call");
  });
}
