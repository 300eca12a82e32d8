import { createHash } from "node:crypto";
import * as z from "zod/mini";

const envelope = z.object({ state: z.number(), message: z.string(), data: z.unknown() });
const loginData = z.object({ token: z.string(), uToken: z.string(), user: z.object({ id: z.string() }) });

export type StateReply = z.output<typeof envelope> & { readonly status: number };

/** The calls of one signed-in account over HTTP. */
export interface ApiClient {
  readonly headers: Readonly<Record<string, string>>;
  /** Calls a path below `/wms/api`; throws if the connection breaks. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<StateReply>;
  /** Returns the complete file of an export call. */
  readonly download: (path: string, body?: object) => Promise<Buffer>;
}

export interface SignedInClient extends ApiClient {
  readonly userId: string;
}

/** Signs in a demo account over the network. */
export async function loginClient(
  url: string,
  phoneNumber = "13800000001",
  typed = "Aerial@2026",
): Promise<SignedInClient> {
  const password = createHash("md5").update(typed).digest("hex");
  const reply = await sendRequest(
    url,
    "POST",
    "/user/login",
    { phoneNumber, password },
    { "u-platform": "web" },
  );
  if (reply.state !== 0) throw new Error(`${phoneNumber} could not sign in: ${reply.message}`);
  const { token, uToken, user } = loginData.parse(reply.data);
  const headers = { authorization: token, "x-token": token, "u-token": uToken };
  return { ...createApiClient(url, headers), userId: user.id };
}

/** A client with the headers of an existing session, which survives a restart of the server. */
export function createApiClient(url: string, headers: ApiClient["headers"]): ApiClient {
  return {
    headers,
    call: (method, path, body) => sendRequest(url, method, path, body, headers),
    download: async (path, body = {}) => {
      const json = { ...headers, "content-type": "application/json" };
      const init = { method: "POST", headers: json, body: JSON.stringify(body) };
      return Buffer.from(await (await fetch(`${url}/wms/api${path}`, init)).arrayBuffer());
    },
  };
}

async function sendRequest(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<StateReply> {
  const json =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } };
  const response = await fetch(`${url}/wms/api${path}`, { method, headers, ...json }).catch(
    (error: Error) => {
      // Node says only "fetch failed".
      throw new Error(`${method} ${path}: ${error.message}, ${String(error.cause)}`, { cause: error });
    },
  );
  return { status: response.status, ...envelope.parse(await response.json()) };
}
