import { expect, it } from "vitest";
import { formatWait } from "../../src/pages/desk/formatWait.ts";

const now = Date.parse("2026-03-02T02:00:00.000Z");

it.each([
  ["order", "2026-03-02T01:59:01.000Z", "刚刚"],
  ["invoice", "2026-03-02T01:59:00.000Z", "已等 1 分钟"],
  ["alarm", "2026-03-02T01:00:01.000Z", "已等 59 分钟"],
  ["box", "2026-03-01T02:00:01.000Z", "已等 23 小时"],
  ["hangar", "2026-02-27T02:00:00.000Z", "已等 3 天"],
  // A clock that is ahead.
  ["sms", "2026-03-02T02:05:00.000Z", "刚刚"],
  ["export", "2026-03-02T00:00:00.000Z", "2 小时前"],
  ["draft", "2026-03-01T02:00:00.000Z", "1 天前"],
  ["company", "2026-03-07T02:00:00.000Z", "剩 5 天"],
  ["company", "2026-03-01T14:00:00.000Z", "已过 12 小时"],
  ["company", "2026-03-02T02:00:59.000Z", "剩 不到 1 分钟"],
  ["company", null, ""],
] as const)("says of %s at %s: %s", (kind, at, text) => {
  expect(formatWait({ kind, at }, now)).toBe(text);
});
