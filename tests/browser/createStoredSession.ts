import { createHash } from "node:crypto";
import * as z from "zod/mini";

const loginResponse = z.object({
  data: z.object({ token: z.string(), uToken: z.string(), user: z.record(z.string(), z.unknown()) }),
});

/**
 * Signs in over HTTP, without a browser, and dismisses the warning about the initial password.
 * @returns the entries of local storage that a signed-in console has
 */
export async function createStoredSession(url: string, phoneNumber: string) {
  const password = createHash("md5").update("Aerial@2026").digest("hex");
  const response = await fetch(`${url}/wms/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "u-platform": "web" },
    body: JSON.stringify({ phoneNumber, password }),
  });
  const { token, uToken, user } = loginResponse.parse(await response.json()).data;
  const headers = { authorization: token, "x-token": token, "u-token": uToken };
  await fetch(`${url}/wms/api/checkPwdStatus/ignore`, { headers });
  return [
    { name: "token", value: token },
    { name: "user", value: JSON.stringify({ ...user, uToken }) },
  ];
}
