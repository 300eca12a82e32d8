import { describe, expect, test } from "vitest";
import { omitSecrets } from "../../../server/audit/omitSecrets.ts";

// Written by hand: what no audit row may hold, by the name it goes by in records and bodies.
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

describe("What an audit row keeps", () => {
  test.each(secretFields)("leaves out %s, at any depth and however it is written", (name) => {
    const given = { name: "张三", [name]: "7g4k", [name.toUpperCase()]: "7g4k", list: [{ [name]: "7g4k" }] };
    expect(omitSecrets(given)).toEqual({ name: "张三", list: [{}] });
  });

  test("holds what only speaks of a secret: since when it is, and whether it is weak", () => {
    const given = { passwordChangedAt: "2026-03-02T02:00:00.000Z", passwordWeak: true, tokens: 3 };
    expect(omitSecrets(given)).toEqual(given);
    expect(omitSecrets(undefined)).toBeUndefined();
  });
});
