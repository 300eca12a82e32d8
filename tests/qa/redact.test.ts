import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact } from "../../src/app/qa/redact.ts";

const toRedactedJson = (value: unknown) => JSON.stringify(redact(value));

describe("an event on the QA page", () => {
  test.for([
    ["a token", { token: "t1" }, '{"token":"•••"}'],
    ["the u-token", { uToken: "abc" }, '{"uToken":"•••"}'],
    [
      "a password under any field name",
      { oldPwd: "a", newPassword: "b", pass: "c" },
      '{"oldPwd":"•••","newPassword":"•••","pass":"•••"}',
    ],
    [
      "a one-time secret",
      { id: "7", oneTimeSecret: { lines: [{ label: "初始密码", value: "Kp7m-Qx3d-Wt9n" }] } },
      '{"id":"7","oneTimeSecret":"•••"}',
    ],
    ["a captcha", { captcha: "7KQ2", captchaId: "9" }, '{"captcha":"•••","captchaId":"•••"}'],
    ["a code and its challenge", { code: "287082", challenge: "x1" }, '{"code":"•••","challenge":"•••"}'],
    [
      "recovery codes",
      { recoveryCodes: ["4f7k2-9mzt0"], ticket: "k1" },
      '{"recoveryCodes":"•••","ticket":"•••"}',
    ],
    ["an access key", { accessKey: "AK1", secretKey: "x" }, '{"accessKey":"•••","secretKey":"•••"}'],
    [
      "a phone by field name",
      { phoneNumber: "1", managerMobile: "2" },
      '{"phoneNumber":"•••","managerMobile":"•••"}',
    ],
    ["a phone by format", { keyword: "找13800000002。" }, '{"keyword":"找•••。"}'],
    ["a phone with a country code", "+86 138-0000-0002", '"•••"'],
    ["a numeric phone", [13800000002], '["•••"]'],
    [
      "a phone in an address",
      "/account/accountList?keyword=13800000002&pageNo=2",
      '"/account/accountList?keyword=•••&pageNo=2"',
    ],
    ["a hash in a text", "md5 5F4DCC3B5AA765D61D8327DEB882CF99!", '"md5 •••!"'],
    ["a picture", "data:image/png;base64,AAAA", '"•••"'],
    ["an error message", new Error("用户 13800000002 不存在"), '{"error":"Error: 用户 ••• 不存在"}'],
    ["a phone as a key", { "13800000002": 1 }, '{"•••":1}'],
  ] as const)("hides %s", ([, value, text]) => {
    expect(toRedactedJson(value)).toBe(text);
  });

  test.for([
    ["ids", { id: "7", companyId: "1234567890123456789" }, '{"id":"7","companyId":"1234567890123456789"}'],
    ["times", { at: 1795183272119 }, '{"at":1795183272119}'],
    ["names and roles", { name: "王芳", roles: ["admin"] }, '{"name":"王芳","roles":["admin"]}'],
    ["amounts", { amount: 1234500 }, '{"amount":1234500}'],
    ["masked phones", "138****0013", '"138****0013"'],
    ["nothing", { a: null, b: undefined, c: true }, '{"a":null,"b":null,"c":true}'],
  ] as const)("shows %s", ([, value, text]) => {
    expect(toRedactedJson(value)).toBe(text);
  });

  test("is always truncated", () => {
    expect(toRedactedJson(Array.from({ length: 50 }, (_, place) => place))).toMatch(/,19,"… 共 50 项"\]$/);
    expect(toRedactedJson({ a: { b: { c: { d: { e: 1 } } } } })).toBe('{"a":{"b":{"c":{"d":"…"}}}}');
    expect(toRedactedJson("长".repeat(500))).toBe(`"${"长".repeat(120)}…"`);
    expect(toRedactedJson({ f: () => 1, m: new Map() })).toBe('{"f":"(function)","m":"(Map)"}');
    const loop: Record<string, unknown> = {};
    loop["loop"] = loop;
    expect(toRedactedJson(loop)).toBe('{"loop":{"loop":{"loop":{"loop":"…"}}}}');
  });

  test("contains no secret at any depth", () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
    const phone = digits(9).map((rest) => `13${rest}`);
    const hash = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });
    const token = fc.string({ unit: fc.constantFrom(..."ABCxyz019-_"), minLength: 43, maxLength: 43 });
    const inWords = (secret: fc.Arbitrary<string>) =>
      fc.tuple(fc.constantFrom("", "用户", "key=", "/a?b="), secret, fc.constantFrom("", "。", "&c=1", " x"));
    const planted = fc.oneof(phone, hash, token).chain((secret) =>
      fc.record({
        secret: fc.constant(secret),
        value: fc.letrec((tie) => ({
          leaf: inWords(fc.constant(secret)).map((parts) => parts.join("")),
          node: fc.oneof(
            { maxDepth: 5 },
            tie("leaf"),
            fc.array(tie("node"), { maxLength: 3 }),
            fc.dictionary(fc.constantFrom("a", "name", "output", "rows"), tie("node"), { maxKeys: 3 }),
          ),
        })).node,
      }),
    );
    fc.assert(
      fc.property(planted, ({ secret, value }) => {
        expect(toRedactedJson(value)).not.toContain(secret);
      }),
      { numRuns: 2_000 },
    );
  });

  test("hides a password by field name alone", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          "password",
          "oldPassword",
          "newPass",
          "confirmPwd",
          "initialPassword",
          "passwordHash",
        ),
        fc.array(fc.constantFrom("event", "output", "change"), { maxLength: 3 }),
        (name, way) => {
          const value = way.reduce<object>((inner, key) => ({ [key]: inner }), { [name]: "Aerial@2026" });
          expect(toRedactedJson(value)).not.toContain("Aerial");
        },
      ),
    );
  });
});
