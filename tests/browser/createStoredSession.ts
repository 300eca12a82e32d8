import { createHash } from "node:crypto";
import * as z from "zod/mini";

const loginResponse = z.object({
  data: z.object({ token: z.string(), uToken: z.string(), user: z.record(z.string(), z.unknown()) }),
});

/**
 * Signs an account in over the network, without a browser, and silences the warning of its first password; answers
 * with what the console then keeps in its local storage.
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
