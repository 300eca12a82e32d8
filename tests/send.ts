import type { FastifyInstance } from "fastify";
import type { ArgsOf, Endpoint } from "../adapters/contract/endpoint.ts";
import type { Headers } from "./platform.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly state: number;
    readonly message: string;
    readonly data: unknown;
    readonly code?: number;
  };
}

const prefixes = { api: "/wms/api", proxy: "", device: "", hangar: "" } as const;

interface LooseArgs {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** The address of a call as the specification writes it. */
export function urlOf(endpoint: Endpoint, args: LooseArgs): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(args.params?.[name])),
  );
  const query = new URLSearchParams(
    Object.entries(args.query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `${prefixes[endpoint.host]}${path}${query ? `?${query}` : ""}`;
}

/** Sends a call to the app, without a network between; JSON answers only. */
export async function send<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  args: ArgsOf<E>,
  headers: Headers = {},
): Promise<Answered> {
  const loose: LooseArgs = args;
  const body = loose.body === undefined ? {} : { payload: loose.body as object };
  const response = await app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, loose),
    headers: { ...headers },
    ...body,
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}
