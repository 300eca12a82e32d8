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
   * Told of every failed call, before the caller is: who is signed in is the session machine's affair.
   * The token is the one the call went out with, so that a late answer cannot end a newer session. `quiet` is the
   * call's option.
   */
  readonly onError: (error: CallError, token: string | null, quiet: boolean) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The caller shows by itself that the server cannot be reached: no message besides. */
  readonly quiet?: boolean;
  /** Names a download, so that the socket can tell its progress. */
  readonly exportId?: string;
  /** Why a file broke off, where that can be found out; the line, where it answers with nothing. */
  readonly diagnoseBreak?: () => Promise<CallError | null>;
}

/** A file that an export answered with. */
export interface Download {
  readonly blob: Blob;
  readonly fileName: string;
  /** How many rows the server said it would write. */
  readonly rows: number;
}

export interface Client {
  /** The call's data; every other outcome throws a `CallError`. */
  call<E extends Endpoint>(
    endpoint: E,
    args: EndpointArgs<E>,
    options?: CallOptions,
  ): Promise<EndpointData<E>>;
  /** State, message and data as they came, where a state other than 0 is an answer and not a fault. */
  fetchEnvelope<E extends Endpoint>(
    endpoint: E,
    args: EndpointArgs<E>,
    options?: CallOptions,
  ): Promise<Envelope>;
  /** The file of a blob call. */
  download<E extends Endpoint>(endpoint: E, args: EndpointArgs<E>, options?: CallOptions): Promise<Download>;
}

/** The one typed client of the console: headers, 5 s time-out, envelope, error kinds; it knows no policy. */
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
    // A file may take longer to send on a slow line: its caller cancels it instead.
    const timer =
      endpoint.kind === "multipart" ? undefined : setTimeout(() => timeout.abort(), requestTimeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
    try {
      const init = { ...buildRequest(endpoint, args, credentials, options.exportId), signal };
      const response = await ports.fetch(buildUrl(endpoint, args, ports.config()), init);
      // The time-out covers what is read here too: a stalled answer must not hang a page.
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
      // An answer for the caller, and the end of the session all the same: -2 counts on every call.
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
        // The schema just proved it; the generic type cannot follow a lookup by endpoint.
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

/** A platform on another origin has to expose these headers. Of `Retry-After` the form in seconds is read. */
const readHead = ({ status, headers }: Response) => ({
  status,
  reqId: headers.get("x-request-id"),
  retryAfterMs: Number(headers.get("retry-after")) * 1000 || null,
});

/** What an answer to a file says: its status also where a refusal's words break off, as of an upload that is too large. */
async function readResponseLeniently(response: Response): Promise<RawResponse> {
  const text = await response.text().catch((error: unknown) => {
    if (response.ok) throw error;
    return "";
  });
  return { ...readHead(response), text };
}

const selectReader = ({ kind }: Endpoint) => (kind === "multipart" ? readResponseLeniently : readResponse);

/** What an answer of another state than 0 is as a failure. */
const createRefusalError = (endpoint: Endpoint, { status, reqId }: RawResponse, reply: Envelope) =>
  new CallError(toErrorKind(reply.state, reply.data), formatCallName(endpoint), { ...reply, status, reqId });

function toErrorKind(state: number, data: unknown): CallError["kind"] {
  if (state === stateCodes.userUnusable) return "userUnusable";
  if (state === stateCodes.roleForbidden) return "forbidden";
  if (state === stateCodes.captchaNeeded) return "captcha";
  if (state === stateCodes.conflict) return "conflict";
  return toRefusalKind(data);
}
