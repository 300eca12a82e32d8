import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What a page complained of: errors and warnings on its console, faults nobody caught. */
export interface Complaints {
  /** Expects complaints of this form: a test that provokes a 401 has the browser report it. */
  readonly allow: (form: RegExp) => void;
  /** What was said that nobody allowed. */
  readonly unexpected: () => string[];
  /** Fails where anything was said that nobody allowed. */
  readonly none: () => void;
}

/** Listens to a page from now on. */
export function complaintsOf(page: Page): Complaints {
  const said: string[] = [];
  const allowed: RegExp[] = [];
  page.on("console", (message) => {
    const where = message.location().url;
    if (["error", "warning"].includes(message.type())) said.push(`${message.text()} ${where}`.trim());
  });
  page.on("pageerror", (fault) => said.push(fault.stack ?? fault.message));
  const unexpected = () => said.filter((text) => !allowed.some((form) => form.test(text)));
  return {
    unexpected,
    allow: (form) => void allowed.push(form),
    none: () => expect(unexpected()).toEqual([]),
  };
}
