import { expect, test } from "vitest";
import { formatGrantPeriod } from "../../../src/pages/order/formatGrantPeriod.ts";

const planned = { id: null, months: 12, startAt: null, expireAt: null };
const end = "2027-03-01T16:00:00.000Z";

test.each([
  ["a new order", "new", planned, "，12 个月"],
  ["a trial", "trial", { ...planned, months: 1 }, "，30 天"],
  [
    "an addition",
    "expand",
    { ...planned, expireAt: end },
    "，按 12 个月计价，与现有服务同时于 2027-03-02 到期",
  ],
  ["an addition to an expired grant", "expand", planned, "，12 个月"],
  [
    "a renewal",
    "renew",
    { ...planned, startAt: end, expireAt: "2028-03-01T16:00:00.000Z" },
    "，12 个月，接续现有服务，2027-03-02 至 2028-03-02",
  ],
  ["a renewal of an expired grant", "renew", planned, "，12 个月"],
  ["an existing grant", "new", { ...planned, id: "1", startAt: end, expireAt: end }, ""],
] as const)("the grant period of %s shows the known days in Asia/Shanghai", (_name, type, grant, words) => {
  expect(formatGrantPeriod({ type }, grant)).toBe(words);
});
