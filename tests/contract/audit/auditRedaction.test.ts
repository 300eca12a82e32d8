import { describe, expect, test } from "vitest";
import { omitSecrets } from "../../../server/audit/omitSecrets.ts";

// Names of fields in records and bodies that no audit row may contain, written by hand.
const secretFields = [
  "password",
  "oldPassword",
  "initialPassword",
  "passwordHash",
  "token",
  "uToken",
  "tokenHash",
  "uTokenHash",
  "secret",
  "secretSealed",
  "captcha",
];

describe("An audit row", () => {
  test.each(secretFields)("omits %s at any depth, ignoring case", (name) => {
    const fields = { name: "张三", [name]: "7g4k", [name.toUpperCase()]: "7g4k", list: [{ [name]: "7g4k" }] };
    expect(omitSecrets(fields)).toEqual({ name: "张三", list: [{}] });
  });

  test("keeps fields about a secret, e.g. when it was changed", () => {
    const fields = { passwordChangedAt: "2026-03-02T02:00:00.000Z", passwordWeak: true, tokens: 3 };
    expect(omitSecrets(fields)).toEqual(fields);
    expect(omitSecrets(undefined)).toBeUndefined();
  });
});
