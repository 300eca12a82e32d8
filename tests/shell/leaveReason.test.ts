import { expect, it } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import { leaveMessages } from "../../src/app/boot/loginRedirectState.ts";
import { toLeaveReason } from "../../src/app/boot/toLeaveReason.ts";

const getReason = (kind: CallError["kind"], data: unknown = null) =>
  toLeaveReason(new CallError(kind, "GET /checkPwdStatus", { status: 403, data }));

it("a session that an admin has ended is said to be, any other 403 is an expiry", () => {
  expect(getReason("expired", { reason: "forced" })).toBe("forced");
  expect(leaveMessages.forced).toBe("您已被管理员强制下线，请重新登录。");
  expect([
    getReason("expired"),
    getReason("expired", { reason: "other" }),
    getReason("expired", ["forced"]),
  ]).toEqual(["expired", "expired", "expired"]);
  expect([getReason("refused"), getReason("unauthorized")]).toEqual([undefined, "unauthorized"]);
});
