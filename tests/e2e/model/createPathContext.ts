import type { Page } from "playwright-core";
import type { PathContext } from "./defineDriver.ts";

/** An account that QA names, for a console without the demo accounts or for another role. */
export interface GivenAccount {
  readonly phone: string;
  readonly password: string;
}

/** Creates the context of one path, for a page in an empty browser context. */
export const createPathContext = (
  page: Page,
  base: string,
  demoPhone: string,
  account?: GivenAccount,
): PathContext => ({
  base,
  phone: account?.phone ?? demoPhone,
  password: account?.password ?? "Aerial@2026",
  isAccountGiven: account !== undefined,
  page,
  context: page.context(),
  elapsed: { wall: 0, timers: 0 },
});

/** The context with the demo account of a driver's role, unless the run was given an account. */
export const withDemoAccount = <C extends PathContext>(ctx: C, phone: string): C =>
  ctx.isAccountGiven ? ctx : { ...ctx, phone };
