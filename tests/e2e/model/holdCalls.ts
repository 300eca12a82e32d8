import type { Page } from "playwright-core";
import { patienceMs } from "../../../scripts/testing/patience.ts";
import { type InterceptedCall, interceptCalls } from "../../browser/interceptCalls.ts";

/** Responds to a call. */
export type CallHandler = (call: InterceptedCall) => Promise<unknown>;

/** Calls to one URL pattern, pending until the test responds. */
export interface PendingCalls {
  /** Waits until a call is pending. */
  readonly waitForCall: () => Promise<void>;
  /** Runs `action` and waits for the call that it causes, so that a following response is not for an aborted one. */
  readonly runAndWaitForCall: (action: () => Promise<unknown>) => Promise<void>;
  /** Waits for a pending call and responds to the newest one; drops the others. */
  readonly respond: (handler: CallHandler) => Promise<void>;
}

/**
 * Holds all further calls to the URL pattern. The page may still abort them.
 * @param getImmediateHandler returns a handler for calls that must not be held
 */
export async function holdCalls(
  page: Page,
  address: string,
  getImmediateHandler: (call: InterceptedCall) => CallHandler | null = () => null,
): Promise<PendingCalls> {
  const pending: InterceptedCall[] = [];
  let waiters: (() => void)[] = [];
  let callCount = 0;
  await interceptCalls(page, address, {
    onCall: (call) => {
      const handler = getImmediateHandler(call);
      if (handler) return void handler(call);
      pending.push(call);
      callCount += 1;
      for (const resolve of waiters) resolve();
      waiters = [];
    },
    onAbort: (call) => {
      const place = pending.indexOf(call);
      if (place >= 0) pending.splice(place, 1);
    },
  });
  const waitUntil = async (condition: () => boolean) => {
    while (!condition())
      await Promise.race([
        new Promise<void>((resolve) => waiters.push(resolve)),
        new Promise<never>((_, reject) =>
          setTimeout(() => reject(new Error(`no call to ${address}`)), patienceMs),
        ),
      ]);
  };
  const waitForCall = () => waitUntil(() => pending.length > 0);
  return {
    waitForCall,
    runAndWaitForCall: async (action) => {
      const before = callCount;
      await action();
      await waitUntil(() => callCount > before);
    },
    respond: async (handler) => {
      await waitForCall();
      const call = pending.pop();
      pending.length = 0;
      if (call) await handler(call);
    },
  };
}

/** Responds to all further calls to the URL pattern. */
export async function respondToCalls(page: Page, address: string, handler: CallHandler): Promise<void> {
  await holdCalls(page, address, () => handler);
}

/** Responds with this envelope. */
export const respondWith =
  (state: number, message = "", data: unknown = null): CallHandler =>
  (call) =>
    call.fulfill({ json: { state, message, data } });

/** Forwards the call to the server. */
export const passThrough: CallHandler = (call) => call.forward();

/** Aborts the connection. */
export const abortCall: CallHandler = (call) => call.abort();
