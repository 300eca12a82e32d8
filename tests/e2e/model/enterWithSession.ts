import { createHash } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import * as z from "zod/mini";

const loginResponse = z.object({
  state: z.literal(0),
  data: z.object({ token: z.string(), uToken: z.string(), user: z.record(z.string(), z.unknown()) }),
});

/** MD5 in hex, the format of passwords in requests. */
export const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Signs in over HTTP, outside any page; returns the local storage entries `token` and `user`. */
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

/** Stores a new session, as an earlier visit would leave it, and opens `address`. */
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
