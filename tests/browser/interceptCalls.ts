import { STATUS_CODES } from "node:http";
import type { Page } from "playwright-core";

/** One call of a page that waits for what the test does with it. */
export interface InterceptedCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the page sends with it, as text. */
  readonly body: string;
  readonly fulfill: (answer: { readonly status?: number; readonly json: unknown }) => Promise<unknown>;
  /** Lets the server answer, what is sent to it changed where `body` is given. */
  readonly forward: (body?: string) => Promise<unknown>;
  /** Breaks the connection. */
  readonly abort: () => Promise<unknown>;
}

interface CallHandlers {
  readonly onCall: (call: InterceptedCall) => void;
  /** The page has given the call up before anything was done with it. */
  readonly onAbort: (call: InterceptedCall) => void;
}

const toBase64 = (text: string) => Buffer.from(text).toString("base64");

/**
 * Hands over each call of the page to these addresses (`**` stands for anything) until the end of the test. Not
 * `page.route`, which turns the HTTP cache off: half as much work again for each page that is loaded.
 */
export async function interceptCalls(
  page: Page,
  address: string,
  { onCall, onAbort }: CallHandlers,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pendingCalls = new Map<string, InterceptedCall>();
  session.on("Fetch.requestPaused", ({ requestId, networkId, request }) => {
    // A call that was given up meanwhile, or whose test has ended, hears nothing either way.
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
