import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { withOtherScheme } from "./withOtherScheme.ts";

/** The rules whose answer hangs on colours. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Expects axe to find nothing on the page as it stands, or in a part of it; names rule and place of what it finds. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  expect(await findViolations(page, part)).toEqual([]);
}

/** The same in both schemes, light and dark; in the one that is not on, by the rules of colours alone. */
export async function expectAccessibleInBothSchemes(page: Page, part = "html"): Promise<void> {
  await expectAccessible(page, part);
  const violations = await withOtherScheme(page, () => findViolations(page, part, colorRules));
  expect(violations, "in the other scheme").toEqual([]);
}

async function findViolations(page: Page, part: string, rules?: string[]): Promise<string[]> {
  // What has just opened has its name a drawing later.
  const hasAxe = await page.evaluate(
    () =>
      new Promise((drawn) =>
        requestAnimationFrame(() => requestAnimationFrame(() => drawn("axe" in window))),
      ),
  );
  const { violations } = await new AxeBuilder({ page, ...(hasAxe ? { axeSource: "void 0" } : {}) })
    .include(part)
    // The console has no frames, whose findings would be joined in a further page, two seconds for each search.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) })
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}
