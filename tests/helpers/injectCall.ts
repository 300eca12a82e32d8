import type { FastifyInstance } from "fastify";
import type { Endpoint, EndpointArgs } from "../../adapters/contract/endpoint.ts";

/** A response, with its body parsed if it is JSON. */
export interface CallResponse {
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

/** Arguments of a call that the compiler does not check. */
export interface UntypedArgs {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: unknown;
}

const hostPrefixes = { api: "/wms/api", proxy: "", device: "", hangar: "", graphql: "" } as const;

/** The URL of a call as in the specification. */
export function toUrl(endpoint: Endpoint, args: UntypedArgs): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(args.params?.[name])),
  );
  const present = Object.entries(args.query ?? {}).filter(([, value]) => value !== undefined);
  const texts = Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
  const query = new URLSearchParams(texts).toString();
  return `${hostPrefixes[endpoint.host]}${path}${query ? `?${query}` : ""}`;
}

/** Sends a type-checked call to the app, without a network. */
export const injectCall = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  args: EndpointArgs<E>,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallResponse> => injectUntyped(app, endpoint, args, headers);

/** Sends a call with unchecked arguments. */
export async function injectUntyped(
  app: FastifyInstance,
  endpoint: Endpoint,
  args: UntypedArgs,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallResponse> {
  const { payload, type } = await toPayload(args);
  const response = await app.inject({
    method: endpoint.method,
    url: toUrl(endpoint, args),
    headers: { ...headers, ...(type ? { "content-type": type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });
  const json = String(response.headers["content-type"]).includes("json");
  const emptyBody = { state: Number.NaN, message: "", data: null };
  return {
    status: response.statusCode,
    headers: response.headers,
    body: json ? response.json() : emptyBody,
  };
}

async function toPayload({ body, file }: UntypedArgs): Promise<{ payload?: string | Buffer; type?: string }> {
  if (file instanceof Blob) {
    const form = new FormData();
    form.append("file", file);
    const encoded = new Response(form);
    return {
      payload: Buffer.from(await encoded.arrayBuffer()),
      type: encoded.headers.get("content-type") ?? "",
    };
  }
  return body === undefined ? {} : { payload: JSON.stringify(body), type: "application/json" };
}
