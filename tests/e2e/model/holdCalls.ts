import type { Page } from "playwright-core";
import { type InterceptedCall, interceptCalls } from "../../browser/interceptCalls.ts";

/** What is done with a call. */
export type CallHandler = (call: InterceptedCall) => Promise<unknown>;

/** Calls to one address, held back until the test says how they are answered. */
export interface PendingCalls {
  /** Waits until a call is held. */
  readonly waitForCall: () => Promise<void>;
  /** Does what makes the page ask anew, and waits until it has: an answer then is for that call, none given up. */
  readonly runAndWaitForCall: (act: () => Promise<unknown>) => Promise<void>;
  /** Answers the newest call that is held, waiting for it. */
  readonly answer: (how: CallHandler) => Promise<void>;
}

/**
 * Holds every call to the address from now on; the client may still give one up.
 * @param handleAtOnce answers to calls that are not held
 */
export async function holdCalls(
  page: Page,
  address: string,
  handleAtOnce: (call: InterceptedCall) => CallHandler | null = () => null,
): Promise<PendingCalls> {
  const pending: InterceptedCall[] = [];
  let waiters: (() => void)[] = [];
  let callCount = 0;
  await interceptCalls(page, address, {
    onCall: (call) => {
      const handler = handleAtOnce(call);
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
          setTimeout(() => reject(new Error(`no call to ${address}`)), 30_000),
        ),
      ]);
  };
  const waitForCall = () => waitUntil(() => pending.length > 0);
  return {
    waitForCall,
    runAndWaitForCall: async (act) => {
      const before = callCount;
      await act();
      await waitUntil(() => callCount > before);
    },
    answer: async (handler) => {
      await waitForCall();
      const call = pending.pop();
      pending.length = 0;
      if (call) await handler(call);
    },
  };
}

/** Answers every call to the address from now on. */
export async function answerCalls(page: Page, address: string, handler: CallHandler): Promise<void> {
  await holdCalls(page, address, () => handler);
}

/** Answers with this envelope. */
export const respondWith =
  (state: number, message = "", data: unknown = null): CallHandler =>
  (call) =>
    call.fulfill({ json: { state, message, data } });

/** Lets the server answer. */
export const passThrough: CallHandler = (call) => call.forward();

/** Breaks the connection. */
export const abortCall: CallHandler = (call) => call.abort();
