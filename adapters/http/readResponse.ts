import type { Endpoint } from "../contract/endpoint.ts";
import type { RawResponse } from "./parseResponse.ts";

/** Reads a response with its whole body. */
export async function readResponse(response: Response): Promise<RawResponse> {
  return { ...readHead(response), text: await readText(response) };
}

/** The text in the charset that the answer names; not each one is UTF-8. */
async function readText(response: Response): Promise<string> {
  const charset = /charset="?([\w-]+)/i.exec(response.headers.get("content-type") ?? "")?.[1];
  const bytes = await response.arrayBuffer();
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // No charset that a browser knows.
    return new TextDecoder().decode(bytes);
  }
}

/** A platform on another origin must expose these headers. `Retry-After` is read in seconds only. */
const readHead = ({ status, headers, url }: Response) => ({
  status,
  url,
  reqId: headers.get("x-request-id"),
  retryAfterMs: Number(headers.get("retry-after")) * 1000 || null,
  token: headers.get("authorization"),
});

/** Reads a response to an upload. The body of an error may break off, for example when the file is too large. */
export async function readResponseLeniently(response: Response): Promise<RawResponse> {
  const text = await readText(response).catch((error: unknown) => {
    if (response.ok) throw error;
    return "";
  });
  return { ...readHead(response), text };
}

/** How the response to a call is read. */
export const selectReader = ({ kind }: Endpoint) =>
  kind === "multipart" ? readResponseLeniently : readResponse;
