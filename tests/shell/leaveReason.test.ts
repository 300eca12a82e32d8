import { expect, it } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import { leaveMessages } from "../../src/app/boot/loginRedirectState.ts";
import { toLeaveReason } from "../../src/app/boot/toLeaveReason.ts";

const getReason = (kind: CallError["kind"], data: unknown = null) =>
  toLeaveReason(new CallError(kind, "GET /checkPwdStatus", { status: 403, data }));

it("the reason `forced` in the error's data means a forced logout, any other 403 an expired session", () => {
  expect(getReason("expired", { reason: "forced" })).toBe("forced");
  expect(leaveMessages.forced).toBe("您已被管理员强制下线，请重新登录。");
  expect([
    getReason("expired"),
    getReason("expired", { reason: "other" }),
    getReason("expired", ["forced"]),
  ]).toEqual(["expired", "expired", "expired"]);
  expect([getReason("refused"), getReason("unauthorized")]).toEqual([undefined, "unauthorized"]);
});
