import type * as z from "zod/mini";
import type { ConsoleConfig } from "../contract/config.ts";
import { type Endpoint, type EndpointArgs, type EndpointData, isExtension } from "../contract/endpoint.ts";
import { type Envelope, stateCodes } from "../contract/envelope.ts";
import type { GraphqlQuery } from "../contract/graphql/query.ts";
import { buildRequest, buildUrl } from "./buildRequest.ts";
import { CallError } from "./callError.ts";
import type { Credentials } from "./credentials.ts";
import { normalizeArgs } from "./normalizeArgs.ts";
import { formatCallName, parseResponse, type RawResponse, toRefusalKind } from "./parseResponse.ts";
import { readFileName } from "./readFileName.ts";
import { readResponse, readResponseLeniently, selectReader } from "./readResponse.ts";

export interface ClientPorts {
  readonly config: () => ConsoleConfig;
  readonly credentials: () => Credentials | null;
  readonly fetch: typeof fetch;
  /** For a platform that is certainly ours, such as a screen's: an answer that does not fit is an error. */
  readonly isStrict?: true;
  /** Told of every answer that does not fit its schema, whether or not it can be read. */
  readonly onMismatch?: (error: CallError) => void;
  /**
   * Called for every failed call, before its promise rejects; the session machine decides what it means.
   * `token` is the one the call was sent with, so that a late response cannot end a newer session.
   * The options are the call's. A side host is another one than that of the calls and the login: what it says of a
   * token says nothing of the session.
   */
  readonly onError: (
    error: CallError,
    token: string | null,
    options: ReportOptions,
    isSideHost: boolean,
  ) => void;
}

/** What the caller shows itself, so that it needs no toast. */
export interface ReportOptions {
  /** That the server is unreachable. */
  readonly quiet?: boolean;
  /** The messages of a 400, at its fields. */
  readonly showsIssues?: boolean;
  /** The server's refusal, in its form. */
  readonly showsRefusal?: boolean;
}

export interface CallOptions extends ReportOptions {
  readonly signal?: AbortSignal;
  /** Replaces `fetch`, for example by one that reports an upload's progress. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Id of a download, for its progress frames on the socket. */
  readonly exportId?: string;
  /** Of a session that is not stored yet. Its failures are the caller's and are not reported. */
  readonly credentials?: Credentials;
  /** Finds out why a download broke off. Null means the network. */
  readonly diagnoseBreak?: () => Promise<CallError | null>;
}

/** A downloaded export. */
export interface Download {
  readonly blob: Blob;
  readonly fileName: string;
  /** Number of rows that the server announced; NaN where it does not. */
  readonly rows: number;
  /** What the file does not hold, for the user; empty where it is complete. */
  readonly note: string;
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
  /** Asks `/graphql`; rejects like `call`. Not every platform has it: its 404 is not reported. */
  query<V extends object, D extends z.ZodMiniType>(
    query: GraphqlQuery<V, D>,
    variables: V,
    options?: CallOptions,
  ): Promise<z.output<D>>;
}

/** What only an answer or a call of another platform needs. */
const loadForeign = () => import("./foreignRequest.ts");

/** The console's typed client: headers, timeout, envelope, error kinds. Callers decide how to react to errors. */
export function createClient(ports: ClientPorts): Client {
  async function send<T>(
    endpoint: Endpoint,
    args: object,
    options: CallOptions,
    credentials: Credentials | null,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    const call = formatCallName(endpoint);
    const config = ports.config();
    if (!config.extensions && isExtension(endpoint)) throw new CallError("unsupported", call);
    if (endpoint.access !== "public" && credentials === null) throw new CallError("noSession", call);
    const timeout = new AbortController();
    // An upload may take longer on a slow connection; its caller can cancel it.
    const timer =
      endpoint.kind === "multipart" ? undefined : setTimeout(() => timeout.abort(), config.requestTimeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
    try {
      const normalized = normalizeArgs(endpoint, args);
      const sent = config.extensions ? normalized : (await loadForeign()).toForeignArgs(endpoint, normalized);
      // A platform of others may refuse a header of a page that it does not know.
      const exportId = config.extensions ? options.exportId : undefined;
      const init = { ...buildRequest(endpoint, sent, credentials, exportId), signal };
      const url = buildUrl(endpoint, sent, config);
      const response = await (options.fetch ?? ports.fetch)(url, init);
      // The timeout covers reading the body too: a stalled response must not hang a page.
      return await read(response);
    } catch {
      const failureKind = timeout.signal.aborted ? "timeout" : "offline";
      throw new CallError(options.signal?.aborted ? "cancelled" : failureKind, call);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The reply of an answer, which another platform may give in an envelope of its own. */
  async function parseReply(endpoint: Endpoint, raw: RawResponse, mayBeBare = false): Promise<Envelope> {
    const { extensions, loginBase } = ports.config();
    try {
      const reply = parseResponse(endpoint, raw);
      if (extensions || reply.state === stateCodes.ok) return reply;
      const { withForeignMessage } = await loadForeign();
      return withForeignMessage(reply, raw.text);
    } catch (error) {
      // The template's envelope is exact on its own base.
      const isProxied =
        endpoint.host === "proxy" || (endpoint.path === "/user/login" && loginBase === "proxy");
      if (extensions || isProxied) throw error;
      const { readForeignReply } = await loadForeign();
      return readForeignReply(endpoint, raw, mayBeBare, error);
    }
  }

  const isSideHost = ({ host }: Endpoint): boolean => {
    const { [host]: base, api, proxy, sideHosts = [] } = ports.config();
    return sideHosts.some((side) => side === host) || (base !== api && base !== proxy);
  };

  async function withErrorReporting<T>(
    endpoint: Endpoint,
    run: (credentials: Credentials | null) => Promise<T>,
    { quiet = false, showsIssues = false, showsRefusal = false, credentials: given }: CallOptions = {},
  ): Promise<T> {
    const credentials = given ?? ports.credentials();
    try {
      return await run(credentials);
    } catch (error) {
      if (error instanceof CallError && !given && !isExpected(error))
        ports.onError(
          error,
          credentials?.token ?? null,
          { quiet, showsIssues, showsRefusal },
          isSideHost(endpoint),
        );
      throw error;
    }
  }

  const fetchEnvelope: Client["fetchEnvelope"] = (endpoint, args, options = {}) =>
    withErrorReporting(endpoint, async (credentials) => {
      const raw = await send(endpoint, args, options, credentials, selectReader(endpoint));
      const reply = await parseReply(endpoint, raw);
      // The caller gets the reply, but -2 also ends the session, as on every call.
      if (reply.state === stateCodes.userUnusable) {
        ports.onError(
          createRefusalError(endpoint, raw, reply),
          credentials?.token ?? null,
          {},
          isSideHost(endpoint),
        );
      }
      return reply;
    });

  /** The data of a reply, read leniently where it does not fit its schema. Throws where its state is not 0, or that fails. */
  async function parseData(
    endpoint: Endpoint,
    schema: z.ZodMiniType | undefined,
    raw: RawResponse,
    reply: Envelope,
    args: object = {},
  ): Promise<unknown> {
    if (reply.state !== stateCodes.ok) throw createRefusalError(endpoint, raw, reply);
    if (!schema) return null;
    const parsed = schema.safeParse(reply.data);
    if (parsed.success) return parsed.data;
    const error = new CallError("contract", formatCallName(endpoint), {
      ...raw,
      detail: parsed.error.message,
    });
    ports.onMismatch?.(error);
    if (ports.isStrict || isExtension(endpoint)) throw error;
    const { readLeniently } = await loadForeign();
    const data = readLeniently(
      schema,
      raw.text,
      // Another platform may say null for nothing; of an act the state says enough.
      endpoint.audit !== undefined || !ports.config().extensions,
      args,
      raw.token,
    );
    if (data !== undefined) return data;
    throw error;
  }

  return {
    fetchEnvelope,
    call: (endpoint, args, options = {}) =>
      withErrorReporting(
        endpoint,
        async (credentials) => {
          const raw = await send(endpoint, args, options, credentials, selectReader(endpoint));
          const mayBeBare = endpoint.audit === undefined || endpoint.audit === "session";
          const reply = await parseReply(endpoint, raw, mayBeBare);
          const data = await parseData(endpoint, endpoint.data, raw, reply, args);
          const kept = ports.config().extensions ? data : (await loadForeign()).keepRequestedRows(data, args);
          // Safe cast: the schema has validated it; TypeScript cannot follow the lookup by endpoint.
          return kept as EndpointData<typeof endpoint>;
        },
        options,
      ),
    query: async (query, variables, options = {}) => {
      const { graphqlEndpoint, requestGraphql } = await import("./requestGraphql.ts");
      return withErrorReporting(
        graphqlEndpoint,
        async (credentials) => {
          const raw = await requestGraphql(query.document, variables, (body) =>
            send(graphqlEndpoint, { body }, options, credentials, readResponse),
          );
          const data = await parseData(graphqlEndpoint, query.data, raw, parseResponse(graphqlEndpoint, raw));
          return data as z.output<typeof query.data>;
        },
        options,
      );
    },
    download: (endpoint, args, options = {}) =>
      withErrorReporting(endpoint, async (credentials) => {
        const response = await send(endpoint, args, options, credentials, (response) => response);
        const call = formatCallName(endpoint);
        // A web page is no export: it says what went wrong, or asks to sign in.
        if (/json|html/.test(response.headers.get("content-type") ?? "") || response.status !== 200) {
          const raw = await readResponseLeniently(response).catch(() => {
            throw new CallError(options.signal?.aborted ? "cancelled" : "offline", call);
          });
          throw createRefusalError(endpoint, raw, await parseReply(endpoint, raw));
        }
        const rows = Number(response.headers.get("x-export-rows") ?? Number.NaN);
        const blob = await response.blob().catch(async () => {
          const reason = await options.diagnoseBreak?.();
          throw reason ?? new CallError(options.signal?.aborted ? "cancelled" : "offline", call);
        });
        const note = decodeURIComponent(response.headers.get("x-export-note") ?? "");
        return { blob, rows, note, fileName: readFileName(response.headers) };
      }),
  };
}

/**
 * Errors that are nobody's fault: the caller gave up, or the platform has no such call. One without GraphQL answers by
 * REST instead.
 */
const isExpected = ({ kind, call }: CallError) =>
  kind === "cancelled" || kind === "unsupported" || (kind === "notFound" && call.endsWith(" /graphql"));

/** Creates the error for a state other than 0. */
const createRefusalError = (endpoint: Endpoint, { status, reqId }: RawResponse, reply: Envelope) =>
  new CallError(toErrorKind(reply.state, reply.data), formatCallName(endpoint), { ...reply, status, reqId });

function toErrorKind(state: number, data: unknown): CallError["kind"] {
  if (state === stateCodes.userUnusable) return "userUnusable";
  if (state === stateCodes.roleForbidden) return "forbidden";
  if (state === stateCodes.captchaNeeded) return "captcha";
  if (state === stateCodes.codeNeeded) return "code";
  if (state === stateCodes.conflict) return "conflict";
  return toRefusalKind(data);
}
