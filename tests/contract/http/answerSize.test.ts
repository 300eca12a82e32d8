import { afterAll, expect, test } from "vitest";
import { RefusalError } from "../../../server/errors.ts";
import { toErrorResponse } from "../../../server/http/sendError.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const send = (url: string, body: string) =>
  ctx.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", "u-platform": "web" },
    payload: body,
  });
const name = "k".repeat(2_000);

// G2: each fault was answered with the whole path, 447 times what was sent.
test.each([
  ["texts that cannot be stored", { [name]: Array.from({ length: 6_000 }, () => "\u0000") }],
  ["unknown fields", Object.fromEntries(Array.from({ length: 3_500 }, (_, n) => [`field${n}`, n]))],
  [
    "names that cannot be stored",
    Object.fromEntries(Array.from({ length: 3_500 }, (_, n) => [`\u0000${n}`, 1])),
  ],
])("A login with thousands of %s names twenty faults at most", async (_, body) => {
  const text = JSON.stringify(body);
  expect(text.length).toBeLessThan(64 * 1024);
  const response = await send("/wms/api/user/login", text);
  expect(response.statusCode).toBe(400);
  const { issues } = response.json<{ data: { issues: { path: string }[] } }>().data;
  expect(issues.length).toBeLessThanOrEqual(20);
  expect(Math.max(...issues.map(({ path }) => path.length))).toBeLessThanOrEqual(100);
  expect(response.body.length).toBeLessThan(8 * 1024);
});

test.each(["/wms/api/user/login", "/wall/api/session"])(
  "%s, which needs no session, takes at most 64 KB",
  async (url) => {
    const response = await send(url, JSON.stringify({ phoneNumber: "1".repeat(70_000) }));
    expect(response.statusCode).toBe(413);
    expect(response.body.length).toBeLessThan(1_024);
  },
);

test("A refusal that quotes a file of the caller is cut", () => {
  const { message } = toErrorResponse(new RefusalError(`不认识的列：${"𠮷".repeat(50_000)}`)).body;
  expect(message.length).toBeLessThanOrEqual(501);
  expect(message).toMatch(/^不认识的列：.*…$/u);
  expect(message.isWellFormed()).toBe(true);
});
