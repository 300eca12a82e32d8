import { expect, it } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import { leaveReasonOf } from "../../src/app/entry/leaveReasonOf.ts";
import { leaveTexts } from "../../src/app/entry/leaveReasons.ts";

const failed = (kind: CallError["kind"], data: unknown = null) =>
  leaveReasonOf(new CallError(kind, "GET /checkPwdStatus", { status: 403, data }));

it("a session that an admin has ended is said to be, any other 403 is an expiry", () => {
  expect(failed("expired", { reason: "forced" })).toBe("forced");
  expect(leaveTexts.forced).toBe("您已被管理员强制下线，请重新登录。");
  expect([failed("expired"), failed("expired", { reason: "other" }), failed("expired", ["forced"])]).toEqual([
    "expired",
    "expired",
    "expired",
  ]);
  expect([failed("refused"), failed("unauthorized")]).toEqual([undefined, "unauthorized"]);
});
