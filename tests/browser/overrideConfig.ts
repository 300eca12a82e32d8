import type { BrowserContext } from "playwright-core";
import * as z from "zod/mini";

/** Overrides values of the server's `/config.json` for all pages of this context. */
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
