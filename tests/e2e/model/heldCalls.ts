import type { Page } from "playwright-core";
import { type InterceptedCall, interceptCalls } from "../../browser/interceptCalls.ts";

/** What is done with a call. */
export type How = (call: InterceptedCall) => Promise<unknown>;

/** Calls to one address, held back until the test says how they are answered. */
export interface HeldCalls {
  /** Waits until a call is held. */
  readonly arrived: () => Promise<void>;
  /** Does what makes the page ask anew, and waits until it has: an answer then is for that call, none given up. */
  readonly askedBy: (act: () => Promise<unknown>) => Promise<void>;
  /** Answers the newest call that is held, waiting for it. */
  readonly answer: (how: How) => Promise<void>;
}

/**
 * Holds every call to the address from now on; the client may still give one up.
 * @param atOnce answers to calls that are not held
 */
export async function holdCalls(
  page: Page,
  address: string,
  atOnce: (call: InterceptedCall) => How | null = () => null,
): Promise<HeldCalls> {
  const held: InterceptedCall[] = [];
  let heard: (() => void)[] = [];
  let asked = 0;
  await interceptCalls(page, address, {
    take: (call) => {
      const how = atOnce(call);
      if (how) return void how(call);
      held.push(call);
      asked += 1;
      for (const tell of heard) tell();
      heard = [];
    },
    drop: (call) => {
      const place = held.indexOf(call);
      if (place >= 0) held.splice(place, 1);
    },
  });
  const until = async (come: () => boolean) => {
    while (!come())
      await Promise.race([
        new Promise<void>((tell) => heard.push(tell)),
        new Promise<never>((_, late) => setTimeout(() => late(new Error(`no call to ${address}`)), 30_000)),
      ]);
  };
  const arrived = () => until(() => held.length > 0);
  return {
    arrived,
    askedBy: async (act) => {
      const before = asked;
      await act();
      await until(() => asked > before);
    },
    answer: async (how) => {
      await arrived();
      const call = held.pop();
      held.length = 0;
      if (call) await how(call);
    },
  };
}

/** Answers every call to the address from now on. */
export async function answerCalls(page: Page, address: string, how: How): Promise<void> {
  await holdCalls(page, address, () => how);
}

/** Answers with this envelope. */
export const says =
  (state: number, message = "", data: unknown = null): How =>
  (call) =>
    call.answer({ json: { state, message, data } });

/** Lets the server answer. */
export const byServer: How = (call) => call.pass();

/** Breaks the connection. */
export const broken: How = (call) => call.fail();
