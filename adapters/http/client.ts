import type { ConsoleConfig } from "../contract/config.ts";
import { requestTimeoutMs } from "../contract/constants.ts";
import type { ArgsOf, DataOf, Endpoint } from "../contract/endpoint.ts";
import { type Envelope, states } from "../contract/envelope.ts";
import { answered, callName, refusalKind, type Told } from "./answered.ts";
import { CallError } from "./callError.ts";
import type { Credentials } from "./credentials.ts";
import { addressOf, requestOf } from "./request.ts";

export interface ClientPorts {
  readonly config: () => ConsoleConfig;
  readonly credentials: () => Credentials | null;
  readonly fetch: typeof fetch;
  /**
   * Told of every failed call, before the caller is: who is signed in is the session machine's affair.
   * The token is the one the call went out with, so that a late answer cannot end a newer session. `quiet` is the
   * call's option.
   */
  readonly onFault: (fault: CallError, token: string | null, quiet: boolean) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The caller shows by itself that the server cannot be reached: no message besides. */
  readonly quiet?: boolean;
  /** Names a download, so that the socket can tell its progress. */
  readonly exportId?: string;
  /** Why a file broke off, where that can be found out; the line, where it answers with nothing. */
  readonly broken?: () => Promise<CallError | null>;
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
  call<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, options?: CallOptions): Promise<DataOf<E>>;
  /** State, message and data as they came, where a state other than 0 is an answer and not a fault. */
  ask<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, options?: CallOptions): Promise<Envelope>;
  /** The file of a blob call. */
  download<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, options?: CallOptions): Promise<Download>;
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
    const call = callName(endpoint);
    if (endpoint.access !== "public" && credentials === null) throw new CallError("noSession", call);
    const timeout = new AbortController();
    // A file may take longer to send on a slow line: its caller cancels it instead.
    const timer =
      endpoint.kind === "multipart" ? undefined : setTimeout(() => timeout.abort(), requestTimeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
    try {
      const init = { ...requestOf(endpoint, args, credentials, options.exportId), signal };
      const response = await ports.fetch(addressOf(endpoint, args, ports.config()), init);
      // The time-out covers what is read here too: a stalled answer must not hang a page.
      return await read(response);
    } catch {
      const late = timeout.signal.aborted ? "timeout" : "offline";
      throw new CallError(options.signal?.aborted ? "cancelled" : late, call);
    } finally {
      clearTimeout(timer);
    }
  }

  async function reporting<T>(
    work: (credentials: Credentials | null) => Promise<T>,
    quiet = false,
  ): Promise<T> {
    const credentials = ports.credentials();
    try {
      return await work(credentials);
    } catch (fault) {
      if (fault instanceof CallError && fault.kind !== "cancelled")
        ports.onFault(fault, credentials?.token ?? null, quiet);
      throw fault;
    }
  }

  const ask: Client["ask"] = (endpoint, args, options = {}) =>
    reporting(async (credentials) => {
      const came = await send(endpoint, args, options, credentials, reader(endpoint));
      const answer = answered(endpoint, came);
      // An answer for the caller, and the end of the session all the same: -2 counts on every call.
      if (answer.state === states.userUnusable) {
        ports.onFault(refusalOf(endpoint, came, answer), credentials?.token ?? null, false);
      }
      return answer;
    });

  return {
    ask,
    call: (endpoint, args, options = {}) =>
      reporting(async (credentials) => {
        const came = await send(endpoint, args, options, credentials, reader(endpoint));
        const answer = answered(endpoint, came);
        if (answer.state !== states.ok) throw refusalOf(endpoint, came, answer);
        const parsed = endpoint.data?.safeParse(answer.data);
        if (parsed && !parsed.success)
          throw new CallError("contract", callName(endpoint), { ...came, message: parsed.error.message });
        // The schema just proved it; the generic type cannot follow a lookup by endpoint.
        return (parsed ? parsed.data : null) as DataOf<typeof endpoint>;
      }, options.quiet),
    download: (endpoint, args, options = {}) =>
      reporting(async (credentials) => {
        const response = await send(endpoint, args, options, credentials, (response) => response);
        const call = callName(endpoint);
        if ((response.headers.get("content-type") ?? "").includes("json") || response.status !== 200) {
          const words = await toldAtLeast(response).catch(() => {
            throw new CallError(options.signal?.aborted ? "cancelled" : "offline", call);
          });
          throw refusalOf(endpoint, words, answered(endpoint, words));
        }
        const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "");
        const rows = Number(response.headers.get("x-export-rows") ?? 0);
        const blob = await response.blob().catch(async () => {
          const why = await options.broken?.();
          throw why ?? new CallError(options.signal?.aborted ? "cancelled" : "offline", call);
        });
        return { blob, rows, fileName: decodeURIComponent(name?.[1] ?? "export.xlsx") };
      }),
  };
}

async function told(response: Response): Promise<Told> {
  return { ...headOf(response), text: await response.text() };
}

/** A platform on another origin has to expose these headers. Of `Retry-After` the form in seconds is read. */
const headOf = ({ status, headers }: Response) => ({
  status,
  reqId: headers.get("x-request-id"),
  retryAfterMs: Number(headers.get("retry-after")) * 1000 || null,
});

/** What an answer to a file says: its status also where a refusal's words break off, as of an upload that is too large. */
async function toldAtLeast(response: Response): Promise<Told> {
  const text = await response.text().catch((fault: unknown) => {
    if (response.ok) throw fault;
    return "";
  });
  return { ...headOf(response), text };
}

const reader = ({ kind }: Endpoint) => (kind === "multipart" ? toldAtLeast : told);

/** What an answer of another state than 0 is as a failure. */
const refusalOf = (endpoint: Endpoint, { status, reqId }: Told, answer: Envelope) =>
  new CallError(kindOf(answer.state, answer.data), callName(endpoint), { ...answer, status, reqId });

function kindOf(state: number, data: unknown): CallError["kind"] {
  if (state === states.userUnusable) return "userUnusable";
  if (state === states.roleForbidden) return "forbidden";
  if (state === states.captchaNeeded) return "captcha";
  if (state === states.conflict) return "conflict";
  return refusalKind(data);
}
