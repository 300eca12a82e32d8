import type { Page, Route } from "playwright-core";

/** Calls to one address, held back until the test says how they are answered. */
export interface HeldCalls {
  /** Waits until a call is held. */
  readonly arrived: () => Promise<void>;
  /** Does what makes the page ask anew, and waits until it has: an answer then is for that call, none given up. */
  readonly askedBy: (act: () => Promise<unknown>) => Promise<void>;
  /** Answers the newest call that is held, waiting for it. */
  readonly answer: (how: (route: Route) => Promise<void>) => Promise<void>;
}

/** Holds every call to the address from now on; the client may still give one up. */
export async function holdCalls(page: Page, address: string | RegExp): Promise<HeldCalls> {
  const held: Route[] = [];
  let heard: (() => void)[] = [];
  let asked = 0;
  await page.route(address, (route) => {
    held.push(route);
    asked += 1;
    for (const tell of heard) tell();
    heard = [];
  });
  // One that the page has given up is answered no more.
  page.on("requestfailed", (request) => {
    const place = held.findIndex((route) => route.request() === request);
    if (place >= 0) held.splice(place, 1);
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
      const route = held.pop();
      held.length = 0;
      if (route) await how(route);
    },
  };
}

/** Answers with this envelope. */
export const says =
  (state: number, message = "", data: unknown = null) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json: { state, message, data } });

/** Lets the server answer. */
export const byServer = (route: Route): Promise<void> => route.continue();

/** Breaks the connection. */
export const broken = (route: Route): Promise<void> => route.abort();
