import type { Endpoint } from "../contract/endpoint.ts";
import type { RawResponse } from "./parseResponse.ts";

/** Reads a response with its whole body. */
export async function readResponse(response: Response): Promise<RawResponse> {
  return { ...readHead(response), text: await response.text() };
}

/** A platform on another origin must expose these headers. `Retry-After` is read in seconds only. */
const readHead = ({ status, headers }: Response) => ({
  status,
  reqId: headers.get("x-request-id"),
  retryAfterMs: Number(headers.get("retry-after")) * 1000 || null,
});

/** Reads a response to an upload. The body of an error may break off, for example when the file is too large. */
export async function readResponseLeniently(response: Response): Promise<RawResponse> {
  const text = await response.text().catch((error: unknown) => {
    if (response.ok) throw error;
    return "";
  });
  return { ...readHead(response), text };
}

/** How the response to a call is read. */
export const selectReader = ({ kind }: Endpoint) =>
  kind === "multipart" ? readResponseLeniently : readResponse;
