import { STATUS_CODES } from "node:http";
import type { Page } from "playwright-core";
import { devTools } from "./devTools.ts";

/** One call of a page that waits for what the test does with it. */
export interface InterceptedCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the page sends with it, as text. */
  readonly body: string;
  readonly answer: (answer: { readonly status?: number; readonly json: unknown }) => Promise<unknown>;
  /** Lets the server answer, what is sent to it changed where `body` is given. */
  readonly pass: (body?: string) => Promise<unknown>;
  /** Breaks the connection. */
  readonly fail: () => Promise<unknown>;
}

interface Taker {
  readonly take: (call: InterceptedCall) => void;
  /** The page has given the call up before anything was done with it. */
  readonly drop: (call: InterceptedCall) => void;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/**
 * Hands over each call of the page to these addresses (`**` stands for anything) until the end of the test. Not
 * `page.route`, which turns the HTTP cache off: half as much work again for each page that is loaded.
 */
export async function interceptCalls(page: Page, address: string, { take, drop }: Taker): Promise<void> {
  const session = await devTools(page);
  const waiting = new Map<string, InterceptedCall>();
  session.on("Fetch.requestPaused", ({ requestId, networkId, request }) => {
    // A call that was given up meanwhile, or whose test has ended, hears nothing either way.
    const known = (fault: unknown) => {
      if (!/Invalid InterceptionId|has been closed/.test(String(fault))) throw fault;
    };
    const call: InterceptedCall = {
      url: request.url,
      method: request.method,
      headers: request.headers,
      body: request.postData ?? "",
      answer: ({ status = 200, json }) =>
        session
          .send("Fetch.fulfillRequest", {
            requestId,
            responseCode: status,
            responsePhrase: STATUS_CODES[status] ?? "",
            responseHeaders: [{ name: "content-type", value: "application/json" }],
            body: base64(JSON.stringify(json)),
          })
          .catch(known),
      pass: (body) =>
        session
          .send("Fetch.continueRequest", {
            requestId,
            ...(body === undefined ? {} : { postData: base64(body) }),
          })
          .catch(known),
      fail: () => session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }).catch(known),
    };
    waiting.set(networkId ?? requestId, call);
    take(call);
  });
  session.on("Network.loadingFailed", ({ requestId }) => {
    const call = waiting.get(requestId);
    waiting.delete(requestId);
    if (call) drop(call);
  });
  await session.send("Network.enable");
  await session.send("Fetch.enable", { patterns: [{ urlPattern: address.replaceAll("**", "*") }] });
}
