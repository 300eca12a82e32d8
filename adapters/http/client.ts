import type { ConsoleConfig } from "../contract/config.ts";
import { requestTimeoutMs } from "../contract/constants.ts";
import type { Endpoint, EndpointArgs, EndpointData } from "../contract/endpoint.ts";
import { type Envelope, stateCodes } from "../contract/envelope.ts";
import { buildRequest, buildUrl } from "./buildRequest.ts";
import { CallError } from "./callError.ts";
import type { Credentials } from "./credentials.ts";
import { formatCallName, parseResponse, type RawResponse, toRefusalKind } from "./parseResponse.ts";

export interface ClientPorts {
  readonly config: () => ConsoleConfig;
  readonly credentials: () => Credentials | null;
  readonly fetch: typeof fetch;
  /**
   * Called for every failed call, before its promise rejects; the session machine decides what it means.
   * `token` is the one the call was sent with, so that a late response cannot end a newer session.
   * `quiet` is the call's option.
   */
  readonly onError: (error: CallError, token: string | null, quiet: boolean) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Suppresses the toast for an unreachable server: the caller shows the error itself. */
  readonly quiet?: boolean;
  /** Id of a download, for its progress frames on the socket. */
  readonly exportId?: string;
  /** Finds out why a download broke off. Null means the network. */
  readonly diagnoseBreak?: () => Promise<CallError | null>;
}

/** A downloaded export. */
export interface Download {
  readonly blob: Blob;
  readonly fileName: string;
  /** Number of rows that the server announced. */
  readonly rows: number;
}

export interface Client {
  /** Resolves with the call's data; rejects with a `CallError` otherwise. */
  call<E extends Endpoint>(
    endpoint: E,
    args: EndpointArgs<E>,
    options?: CallOptions,
  ): Promise<EndpointData<E>>;
  /** Resolves with state, message and data, for calls where a state other than 0 is not an error. */
  fetchEnvelope<E extends Endpoint>(
    endpoint: E,
    args: EndpointArgs<E>,
    options?: CallOptions,
  ): Promise<Envelope>;
  /** Downloads the file of a blob call. */
  download<E extends Endpoint>(endpoint: E, args: EndpointArgs<E>, options?: CallOptions): Promise<Download>;
}

/** The console's typed client: headers, 5 s timeout, envelope, error kinds. Callers decide how to react to errors. */
export function createClient(ports: ClientPorts): Client {
  async function send<T>(
    endpoint: Endpoint,
    args: object,
    options: CallOptions,
    credentials: Credentials | null,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    const call = formatCallName(endpoint);
    if (endpoint.access !== "public" && credentials === null) throw new CallError("noSession", call);
    const timeout = new AbortController();
    // An upload may take longer on a slow connection; its caller can cancel it.
    const timer =
      endpoint.kind === "multipart" ? undefined : setTimeout(() => timeout.abort(), requestTimeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
    try {
      const init = { ...buildRequest(endpoint, args, credentials, options.exportId), signal };
      const response = await ports.fetch(buildUrl(endpoint, args, ports.config()), init);
      // The timeout covers reading the body too: a stalled response must not hang a page.
      return await read(response);
    } catch {
      const failureKind = timeout.signal.aborted ? "timeout" : "offline";
      throw new CallError(options.signal?.aborted ? "cancelled" : failureKind, call);
    } finally {
      clearTimeout(timer);
    }
  }

  async function withErrorReporting<T>(
    run: (credentials: Credentials | null) => Promise<T>,
    quiet = false,
  ): Promise<T> {
    const credentials = ports.credentials();
    try {
      return await run(credentials);
    } catch (error) {
      if (error instanceof CallError && error.kind !== "cancelled")
        ports.onError(error, credentials?.token ?? null, quiet);
      throw error;
    }
  }

  const fetchEnvelope: Client["fetchEnvelope"] = (endpoint, args, options = {}) =>
    withErrorReporting(async (credentials) => {
      const raw = await send(endpoint, args, options, credentials, selectReader(endpoint));
      const reply = parseResponse(endpoint, raw);
      // The caller gets the reply, but -2 also ends the session, as on every call.
      if (reply.state === stateCodes.userUnusable) {
        ports.onError(createRefusalError(endpoint, raw, reply), credentials?.token ?? null, false);
      }
      return reply;
    });

  return {
    fetchEnvelope,
    call: (endpoint, args, options = {}) =>
      withErrorReporting(async (credentials) => {
        const raw = await send(endpoint, args, options, credentials, selectReader(endpoint));
        const reply = parseResponse(endpoint, raw);
        if (reply.state !== stateCodes.ok) throw createRefusalError(endpoint, raw, reply);
        const parsed = endpoint.data?.safeParse(reply.data);
        if (parsed && !parsed.success)
          throw new CallError("contract", formatCallName(endpoint), {
            ...raw,
            message: parsed.error.message,
          });
        // Safe cast: the schema has validated it; TypeScript cannot follow the lookup by endpoint.
        return (parsed ? parsed.data : null) as EndpointData<typeof endpoint>;
      }, options.quiet),
    download: (endpoint, args, options = {}) =>
      withErrorReporting(async (credentials) => {
        const response = await send(endpoint, args, options, credentials, (response) => response);
        const call = formatCallName(endpoint);
        if ((response.headers.get("content-type") ?? "").includes("json") || response.status !== 200) {
          const raw = await readResponseLeniently(response).catch(() => {
            throw new CallError(options.signal?.aborted ? "cancelled" : "offline", call);
          });
          throw createRefusalError(endpoint, raw, parseResponse(endpoint, raw));
        }
        const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "");
        const rows = Number(response.headers.get("x-export-rows") ?? 0);
        const blob = await response.blob().catch(async () => {
          const reason = await options.diagnoseBreak?.();
          throw reason ?? new CallError(options.signal?.aborted ? "cancelled" : "offline", call);
        });
        return { blob, rows, fileName: decodeURIComponent(name?.[1] ?? "export.xlsx") };
      }),
  };
}

async function readResponse(response: Response): Promise<RawResponse> {
  return { ...readHead(response), text: await response.text() };
}

/** A platform on another origin must expose these headers. `Retry-After` is read in seconds only. */
const readHead = ({ status, headers }: Response) => ({
  status,
  reqId: headers.get("x-request-id"),
  retryAfterMs: Number(headers.get("retry-after")) * 1000 || null,
});

/** Reads a response to an upload. The body of an error may break off, for example when the file is too large. */
async function readResponseLeniently(response: Response): Promise<RawResponse> {
  const text = await response.text().catch((error: unknown) => {
    if (response.ok) throw error;
    return "";
  });
  return { ...readHead(response), text };
}

const selectReader = ({ kind }: Endpoint) => (kind === "multipart" ? readResponseLeniently : readResponse);

/** Creates the error for a state other than 0. */
const createRefusalError = (endpoint: Endpoint, { status, reqId }: RawResponse, reply: Envelope) =>
  new CallError(toErrorKind(reply.state, reply.data), formatCallName(endpoint), { ...reply, status, reqId });

function toErrorKind(state: number, data: unknown): CallError["kind"] {
  if (state === stateCodes.userUnusable) return "userUnusable";
  if (state === stateCodes.roleForbidden) return "forbidden";
  if (state === stateCodes.captchaNeeded) return "captcha";
  if (state === stateCodes.conflict) return "conflict";
  return toRefusalKind(data);
}
