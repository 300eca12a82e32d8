import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What a page complained of: errors and warnings on its console, faults nobody caught. */
export interface ConsoleErrors {
  /** Expects complaints of this form: a test that provokes a 401 has the browser report it. */
  readonly allow: (form: RegExp) => void;
  /** What was said that nobody allowed. */
  readonly unexpected: () => string[];
  /** Fails where anything was said that nobody allowed. */
  readonly expectNone: () => void;
}

/** Listens to a page from now on. */
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
