import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { waitForRest } from "./waitForRest.ts";

/**
 * Notes the page's requests from now on. Returns a function that waits until each has its answer and the page rests.
 * Sockets are no requests; a stream that does not end never has its answer.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on("request", (request) => pending.add(request));
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", (request) => pending.delete(request));
  const countPending = async () => {
    await waitForRest(page);
    return pending.size;
  };
  return () => expect.poll(countPending).toBe(0);
}
