import { createHash } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import * as z from "zod/mini";

const loginResponse = z.object({
  state: z.literal(0),
  data: z.object({ token: z.string(), uToken: z.string(), user: z.record(z.string(), z.unknown()) }),
});

/** MD5 hex, as passwords go over the wire. */
export const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Signs the account in over the network, at another place than any page: what `token` and `user` hold then. */
export async function loginElsewhere(
  context: BrowserContext,
  base: string,
  phoneNumber: string,
): Promise<Readonly<Record<"token" | "user", string>>> {
  const response = await context.request.post(`${base}/wms/api/user/login`, {
    headers: { "u-platform": "web" },
    data: { phoneNumber, password: md5("Aerial@2026") },
  });
  const { token, uToken, user } = loginResponse.parse(await response.json()).data;
  return { token, user: JSON.stringify({ ...user, uToken }) };
}

/** Puts a session into the storage, as an earlier visit has left it, and opens the address. */
export async function enterWithSession(
  page: Page,
  base: string,
  phone: string,
  address = "/",
): Promise<void> {
  const stored = await loginElsewhere(page.context(), base, phone);
  if (new URL(page.url()).origin !== base) await page.goto(`${base}/favicon.svg`);
  await page.evaluate(
    (values) => Object.entries(values).forEach(([key, value]) => localStorage.setItem(key, value)),
    stored,
  );
  await page.goto(`${base}${address}`);
}
