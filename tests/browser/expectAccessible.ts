import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { waitForRest } from "./waitForRest.ts";
import { withOtherScheme } from "./withOtherScheme.ts";

/** The rules that depend on colours. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Expects no axe violations in `part`. A failure names rule and element. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  expect(await findViolations(page, part)).toEqual([]);
}

/** Checks light and dark; the scheme that is not active only for colour rules. */
export async function expectAccessibleInBothSchemes(page: Page, part = "html"): Promise<void> {
  await expectAccessible(page, part);
  const violations = await withOtherScheme(page, () => findViolations(page, part, colorRules));
  expect(violations, "in the other scheme").toEqual([]);
}

async function findViolations(page: Page, part: string, rules?: string[]): Promise<string[]> {
  // An element that has just opened gets its accessible name one frame later.
  await waitForRest(page);
  const hasAxe = await page.evaluate(() => "axe" in window);
  const { violations } = await new AxeBuilder({ page, ...(hasAxe ? { axeSource: "void 0" } : {}) })
    .include(part)
    // Legacy mode skips merging results of iframes in an extra page, 2 s per run. The console has no iframes.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) })
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}
