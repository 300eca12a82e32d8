import { expect, test } from "vitest";
import { createTotpUri, findTotpStep, generateTotpSecret } from "../../../server/auth/totp.ts";

/** "12345678901234567890" of RFC 6238, appendix B; the last six digits of its codes. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_234_567_890, "005924", 41_152_263],
  [20_000_000_000, "353130", 666_666_666],
])("At %i s the code is that of the RFC", (seconds, code, step) => {
  expect(findTotpStep(secret, code, at(seconds))).toBe(step);
});

// 287082 belongs to the seconds 30 to 59.
test.each([
  [0, 1],
  [29, 1],
  [89, 1],
  [90, null],
])("A clock that shows %i s accepts the code of second 59: %j", (seconds, step) => {
  expect(findTotpStep(secret, "287082", at(seconds))).toBe(step);
});

test.each(["287083", "28708", "2870820", "28708a", "", "２８７０８２"])(
  "%j is no code of second 59",
  (code) => {
    expect(findTotpStep(secret, code, at(59))).toBeNull();
  },
);

test("A new secret has 160 bits and stands in the address of the QR code", () => {
  const created = generateTotpSecret((count) => Buffer.alloc(count, "1"));
  expect(created).toBe("GEYTCMJRGEYTCMJRGEYTCMJRGEYTCMJR");
  const uri = new URL(createTotpUri(created, "王芳"));
  expect([uri.protocol, uri.searchParams.get("secret"), uri.searchParams.get("issuer")]).toEqual([
    "otpauth:",
    created,
    "后台管理",
  ]);
});
