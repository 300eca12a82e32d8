import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { PathContext } from "./defineDriver.ts";

const loginResponse = z.object({
  state: z.literal(0),
  data: z.object({ token: z.string(), uToken: z.string(), user: z.record(z.string(), z.unknown()) }),
});

/** MD5 in hex, the format of passwords in requests. */
export const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Signs in over HTTP, outside any page; returns the local storage entries `token` and `user`. */
export async function loginElsewhere({
  context,
  base,
  phone,
  password,
}: Pick<PathContext, "context" | "base" | "phone" | "password">): Promise<
  Readonly<Record<"token" | "user", string>>
> {
  const response = await context.request.post(`${base}/wms/api/user/login`, {
    headers: { "u-platform": "web" },
    data: { phoneNumber: phone, password: md5(password) },
  });
  const { token, uToken, user } = loginResponse.parse(await response.json()).data;
  return { token, user: JSON.stringify({ ...user, uToken }) };
}

/** Stores a new session, as an earlier visit would leave it, and opens `address`. */
export async function enterWithSession(ctx: PathContext, address = "/"): Promise<void> {
  const { page, base } = ctx;
  const stored = await loginElsewhere(ctx);
  const { origin, pathname } = new URL(base);
  if (new URL(page.url()).origin !== origin) await page.goto(`${base}/favicon.svg`);
  // A console below a path has keys of its own.
  const prefix = pathname === "/" ? "" : `${pathname}:`;
  await page.evaluate(
    (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
    Object.entries(stored).map(([key, value]) => [`${prefix}${key}`, value] as const),
  );
  await page.goto(`${base}${address}`);
}
