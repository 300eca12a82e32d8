import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type HostName = "api" | "device" | "hangar" | "proxy";

/** A request as it arrived. */
export interface RecordedRequest {
  readonly host: HostName;
  readonly method: string;
  /** Whole path, without the query. */
  readonly path: string;
  readonly query: string;
  /** Call of the specification, as `GET /image/base64/{height}/{width}`; undefined if it names none. */
  readonly call: string | undefined;
  readonly params: readonly string[];
  readonly headers: IncomingHttpHeaders;
  /** Parsed if it is JSON, else its text; undefined if empty. Large integers are exact in `rawBody` only. */
  readonly body: unknown;
  readonly rawBody: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface HostAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text, or the text of a file or of an error. */
  readonly text: string;
}

export interface HostOptions {
  readonly name: HostName;
  /** What stands before the paths of the specification. */
  readonly prefix: string;
  /** Calls as `METHOD /path/{parameter}`. */
  readonly calls: readonly string[];
  readonly record: (request: RecordedRequest) => void;
  readonly recordPreflight: (preflight: Preflight) => void;
  /** Names of the headers that a page of another origin may send. */
  readonly allowedHeaders: readonly string[];
  readonly answer: (request: RecordedRequest, origin: string) => Promise<HostAnswer> | HostAnswer;
}

/** A browser's question whether it may send a request, with what was asked beyond what is allowed. */
export interface Preflight {
  readonly host: HostName;
  readonly path: string;
  readonly method: string;
  readonly refusedHeaders: readonly string[];
}

export interface RunningHost {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

const allowedMethods = "GET, POST, PUT, DELETE";

/** Starts one host on a free port. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  let origin = "";
  const server = createServer((request, response) => {
    void serve(options, origin, request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Cast: a server on a port has an address with a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  options: HostOptions,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", origin);
  const cors = { "access-control-allow-origin": request.headers.origin ?? "*", vary: "Origin" };
  if (request.method === "OPTIONS") {
    options.recordPreflight(readPreflight(options, pathname, request.headers));
    const allowed = { "access-control-allow-methods": allowedMethods };
    const names = { "access-control-allow-headers": options.allowedHeaders.join(", ") };
    response.writeHead(204, { ...cors, ...allowed, ...names }).end();
    return;
  }
  const rawBody = await readBody(request);
  const method = request.method ?? "GET";
  const recorded = {
    host: options.name,
    method,
    path: pathname,
    query: search,
    ...findCall(options, method, pathname),
    headers: request.headers,
    body: parseBody(request.headers["content-type"], rawBody),
    rawBody,
    at: Date.now(),
  };
  options.record(recorded);
  const { status, headers, text } = await options.answer(recorded, origin);
  response.writeHead(status, { ...cors, ...headers }).end(text);
}

function readPreflight(options: HostOptions, path: string, headers: IncomingHttpHeaders): Preflight {
  const allowed = new Set(options.allowedHeaders.map((name) => name.toLowerCase()));
  const asked = String(headers["access-control-request-headers"] ?? "").split(",");
  return {
    host: options.name,
    path,
    method: String(headers["access-control-request-method"] ?? ""),
    refusedHeaders: asked
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name && !allowed.has(name)),
  };
}

/** The call whose path this is, with its parameters. */
function findCall(
  options: HostOptions,
  method: string,
  path: string,
): Pick<RecordedRequest, "call" | "params"> {
  if (!path.startsWith(options.prefix)) return { call: undefined, params: [] };
  const segments = path.slice(options.prefix.length).split("/");
  for (const call of options.calls) {
    const [callMethod, callPath = ""] = call.split(" ");
    const params = callMethod === method ? matchPath(callPath.split("/"), segments) : undefined;
    if (params) return { call, params };
  }
  return { call: undefined, params: [] };
}

function matchPath(pattern: readonly string[], segments: readonly string[]): string[] | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: string[] = [];
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{") && segment) params.push(decodeURIComponent(segment));
    else if (part !== segment) return undefined;
  }
  return params;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function parseBody(type: string | undefined, rawBody: Buffer): unknown {
  if (!rawBody.length) return undefined;
  const text = rawBody.toString();
  if (!type?.includes("json")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
