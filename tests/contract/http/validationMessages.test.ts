import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { configureMessages } from "../../../adapters/contract/formatIssue.ts";
import { telemetryCalls } from "../../../adapters/contract/telemetry.ts";

beforeAll(() => {
  configureMessages();
});

const getMessage = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe("validation messages are in Chinese", () => {
  test.each<[z.ZodMiniType, unknown, string]>([
    [z.string(), undefined, "缺少该字段，请填写"],
    [z.string(), 1, "应为文本"],
    [z.number(), "1", "应为数字"],
    [z.int(), 1.5, "应为整数"],
    [z.boolean(), "yes", "应为 true 或 false"],
    [z.array(z.string()), "a", "应为列表"],
    [z.object({}), "a", "应为对象"],
    [z.enum(["asc", "desc"]), "up", "应为以下之一：「asc」、「desc」"],
    [z.literal(1), 2, "应为「1」"],
    [z.string().check(z.maxLength(3)), "abcd", "不能超过 3 个字符"],
    [z.string().check(z.minLength(1)), "", "不能为空"],
    [z.string().check(z.minLength(2)), "a", "不能少于 2 个字符"],
    [z.array(z.string()).check(z.maxLength(1)), ["a", "b"], "不能超过 1 项"],
    [z.array(z.string()).check(z.minLength(1)), [], "至少选择一项"],
    [z.number().check(z.maximum(400)), 401, "不能大于 400"],
    [z.number().check(z.lt(400)), 400, "应小于 400"],
    [z.number().check(z.minimum(20)), 19, "不能小于 20"],
    [z.number().check(z.gt(0)), 0, "应大于 0"],
    [z.number().check(z.multipleOf(5)), 3, "应为 5 的倍数"],
    [z.iso.datetime(), "yesterday", "应为 UTC 时间，例如 2026-01-31T08:00:00Z"],
    [z.string().check(z.regex(/^\d$/)), "a", "格式不正确"],
    [z.union([z.string(), z.number()]), true, "取值不符合要求"],
    [z.union([z.number().check(z.maximum(400)), z.literal("")]), 401, "不能大于 400"],
    [z.union([z.array(z.string()).check(z.maxLength(1)), z.string()]), ["a", "b"], "不能超过 1 项"],
    [
      z.union([z.literal("无"), z.number().check(z.maximum(4)), z.number().check(z.minimum(9))]),
      6,
      "不能大于 4",
    ],
    [z.strictObject({}), { a: 1 }, "含有不支持的字段"],
  ])("%#: %o", (schema, value, message) => {
    expect(getMessage(schema, value)).toBe(message);
  });
});

test("a device that sends no sample gets a message about it, not one for forms", () => {
  expect(getMessage(telemetryCalls.telemetryIngest.body, { samples: [] })).toBe("至少要有一个样本");
});

/** Terms of the schema library that an operator would not understand. */
const jargon =
  /\b(string|number|int|boolean|array|object|record|undefined|null|NaN|union|regex|pattern)\b|[<>]=?/;

/** Values of wrong types, and objects with each of them in all fields. */
function createInvalidValues(schema: unknown): unknown[] {
  const shape = (schema as { shape?: Record<string, unknown> }).shape ?? {};
  const all = [undefined, null, 1.5, -1, 1e300, "", "x".repeat(2_000), true, [], [null], {}, { nothing: 1 }];
  return [...all, ...all.map((wrong) => Object.fromEntries(Object.keys(shape).map((key) => [key, wrong])))];
}

test.each(Object.entries(contract))(
  "%s has no term of the schema library in its messages",
  (_name, endpoint: Endpoint) => {
    const schemas = [endpoint.body, endpoint.query, endpoint.params].filter((one) => one !== undefined);
    for (const schema of schemas)
      for (const wrong of createInvalidValues(schema)) {
        for (const { message } of schema.safeParse(wrong).error?.issues ?? []) {
          expect(message.replace(/「[^」]*」/g, "")).toMatch(/\p{Script=Han}/u);
          expect(message.replace(/「[^」]*」/g, "")).not.toMatch(jargon);
        }
      }
  },
);
