import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The errors of a page: console errors, console warnings and uncaught exceptions. */
export interface ConsoleErrors {
  /** Allows errors that match. The browser itself logs every 4xx and 5xx response. */
  readonly allow: (pattern: RegExp) => void;
  /** Errors that match no allowed pattern. */
  readonly unexpected: () => string[];
  /** Fails on any unexpected error. */
  readonly expectNone: () => void;
}

/** Starts collecting a page's errors. */
export function collectConsoleErrors(page: Page): ConsoleErrors {
  const messages: string[] = [];
  const allowedPatterns: RegExp[] = [];
  page.on("console", (message) => {
    const sourceUrl = message.location().url;
    if (["error", "warning"].includes(message.type())) messages.push(`${message.text()} ${sourceUrl}`.trim());
  });
  page.on("pageerror", (error) => messages.push(error.stack ?? error.message));
  const unexpected = () => messages.filter((text) => !allowedPatterns.some((pattern) => pattern.test(text)));
  return {
    unexpected,
    allow: (pattern) => void allowedPatterns.push(pattern),
    expectNone: () => expect(unexpected()).toEqual([]),
  };
}
