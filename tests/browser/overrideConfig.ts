import type { BrowserContext } from "playwright-core";
import * as z from "zod/mini";

/** Answers `/config.json` of every page of this profile as the server does, with these values changed. */
export async function overrideConfig(
  context: BrowserContext,
  overrides: Readonly<Record<string, unknown>>,
): Promise<void> {
  await context.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const config = z.looseObject({}).parse(await response.json());
    await route.fulfill({ response, json: { ...config, ...overrides } });
  });
}
