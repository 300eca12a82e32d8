import type { FastifyInstance } from "fastify";
import type { ArgsOf, Endpoint } from "../adapters/contract/endpoint.ts";
import type { Headers } from "./platform.ts";

/** An answer, its body parsed where it is JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly state: number;
    readonly message: string;
    readonly data: unknown;
    /** On the template's base only. */
    readonly code?: number;
  };
}

/** What a call may be handed, right or wrong. */
export interface LooseArgs {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: unknown;
}

const prefixes = { api: "/wms/api", proxy: "", device: "", hangar: "" } as const;

/** The address of a call as the specification writes it. */
export function urlOf(endpoint: Endpoint, args: LooseArgs): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(args.params?.[name])),
  );
  const present = Object.entries(args.query ?? {}).filter(([, value]) => value !== undefined);
  const texts = Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
  const query = new URLSearchParams(texts).toString();
  return `${prefixes[endpoint.host]}${path}${query ? `?${query}` : ""}`;
}

/** Sends a well-formed call to the app, without a network between. */
export const send = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  args: ArgsOf<E>,
  headers: Headers = {},
): Promise<Answered> => sendLoose(app, endpoint, args, headers);

/** Sends a call whose arguments the compiler has not checked. */
export async function sendLoose(
  app: FastifyInstance,
  endpoint: Endpoint,
  args: LooseArgs,
  headers: Headers = {},
): Promise<Answered> {
  const { payload, type } = await payloadOf(args);
  const response = await app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, args),
    headers: { ...headers, ...(type ? { "content-type": type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });
  const json = String(response.headers["content-type"]).includes("json");
  const nothing = { state: Number.NaN, message: "", data: null };
  return {
    status: response.statusCode,
    headers: response.headers,
    body: json ? response.json() : nothing,
  };
}

async function payloadOf({ body, file }: LooseArgs): Promise<{ payload?: string | Buffer; type?: string }> {
  if (file instanceof Blob) {
    const form = new FormData();
    form.append("file", file);
    const made = new Response(form);
    return {
      payload: Buffer.from(await made.arrayBuffer()),
      type: made.headers.get("content-type") ?? "",
    };
  }
  return body === undefined ? {} : { payload: JSON.stringify(body), type: "application/json" };
}
