import type { CDPSession, Page } from "playwright-core";
import { undoAfter } from "./tidyUp.ts";

/** The page's DevTools protocol, until the end of the test. */
export async function openCdpSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  undoAfter(page, () => session.detach());
  return session;
}
