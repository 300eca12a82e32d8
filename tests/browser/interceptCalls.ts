import { STATUS_CODES } from "node:http";
import type { Page } from "playwright-core";

/** A paused request of a page; the test decides how it continues. */
export interface InterceptedCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request body as text. */
  readonly body: string;
  readonly fulfill: (answer: { readonly status?: number; readonly json: unknown }) => Promise<unknown>;
  /** Forwards the request to the server, with another body if given. */
  readonly forward: (body?: string) => Promise<unknown>;
  /** Breaks the connection. */
  readonly abort: () => Promise<unknown>;
}

interface CallHandlers {
  readonly onCall: (call: InterceptedCall) => void;
  /** Called when the page aborted the request before the test handled it. */
  readonly onAbort: (call: InterceptedCall) => void;
}

const toBase64 = (text: string) => Buffer.from(text).toString("base64");

/**
 * Pauses every request of the page to `address` (`**` is a wildcard) until the end of the test. Unlike `page.route`
 * this leaves the HTTP cache on; without it each page load costs half as much again.
 */
export async function interceptCalls(
  page: Page,
  address: string,
  { onCall, onAbort }: CallHandlers,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pendingCalls = new Map<string, InterceptedCall>();
  session.on("Fetch.requestPaused", ({ requestId, networkId, request }) => {
    // The page may have aborted the request, or the test may be over.
    const ignoreClosedSession = (error: unknown) => {
      if (!/Invalid InterceptionId|has been closed/.test(String(error))) throw error;
    };
    const call: InterceptedCall = {
      url: request.url,
      method: request.method,
      headers: request.headers,
      body: request.postData ?? "",
      fulfill: ({ status = 200, json }) =>
        session
          .send("Fetch.fulfillRequest", {
            requestId,
            responseCode: status,
            responsePhrase: STATUS_CODES[status] ?? "",
            responseHeaders: [{ name: "content-type", value: "application/json" }],
            body: toBase64(JSON.stringify(json)),
          })
          .catch(ignoreClosedSession),
      forward: (body) =>
        session
          .send("Fetch.continueRequest", {
            requestId,
            ...(body === undefined ? {} : { postData: toBase64(body) }),
          })
          .catch(ignoreClosedSession),
      abort: () =>
        session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }).catch(ignoreClosedSession),
    };
    pendingCalls.set(networkId ?? requestId, call);
    onCall(call);
  });
  session.on("Network.loadingFailed", ({ requestId }) => {
    const call = pendingCalls.get(requestId);
    pendingCalls.delete(requestId);
    if (call) onAbort(call);
  });
  await session.send("Network.enable");
  await session.send("Fetch.enable", { patterns: [{ urlPattern: address.replaceAll("**", "*") }] });
}
