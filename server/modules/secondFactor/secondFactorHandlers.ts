import * as z from "zod/mini";
import type { secondFactorCalls } from "../../../adapters/contract/secondFactor.ts";
import { formatLockedMessage, getLoginThrottle } from "../../auth/loginThrottle.ts";
import { verifyPassword } from "../../auth/passwordHash.ts";
import { openTicket, sealTicket } from "../../auth/sealedTicket.ts";
import {
  consumeCode,
  countRecoveryCodes,
  enableSecondFactor,
  mustEnableSecondFactor,
  removeSecondFactor,
} from "../../auth/secondFactor.ts";
import { createTotpUri, findTotpStep, generateTotpSecret } from "../../auth/totp.ts";
import type { Call, Handlers, PrepareCall } from "../../call.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { RefusalError, type StateReply } from "../../errors.ts";
import { auditFailure, rejectPassword } from "../password/rejectPassword.ts";
import { getOwnStaff } from "../staff/getStaff.ts";

const enrolmentTicket = { purpose: "enrolment", validMs: 10 * 60_000 } as const;
const enrolmentContent = z.object({ staffId: z.string(), secret: z.string() });

/**
 * Checks the caller's password, so that an open session alone changes no second factor. `proceed` gets the caller's
 * locked row; a wrong password counts like a failed login.
 */
async function prepareOwnChange<T>(
  password: string,
  prepareCall: PrepareCall,
  proceed: (call: Call, member: StaffRecord) => Promise<T | StateReply>,
) {
  const { phoneNumber, passwordHash } = await getOwnStaff(prepareCall);
  const isCorrect = await verifyPassword(passwordHash, password);
  return async (_input: object, call: Call): Promise<T | StateReply> => {
    const { lockedUntil } = await getLoginThrottle(call.db, phoneNumber, call.address, call.now);
    // Locked after the throttle: a login takes its locks in the same order.
    const member = await getOwnStaff(call, "update");
    if (lockedUntil)
      return auditFailure(call, member.id, formatLockedMessage(lockedUntil, call.now, "密码或验证码"));
    if (!isCorrect || member.passwordHash !== passwordHash)
      return rejectPassword(call, member.id, phoneNumber, "密码错误，请重新输入");
    return proceed(call, member);
  };
}

function assertNoSecondFactor({ totpSecret }: StaffRecord): void {
  if (totpSecret !== null) throw new RefusalError("二次验证已启用，如需更换手机，请先关闭再重新启用");
}

export const secondFactorHandlers: Handlers<typeof secondFactorCalls> = {
  secondFactorStatus: async (_input, call) => {
    const member = await getOwnStaff(call);
    return {
      isEnabled: member.totpSecret !== null,
      isRequired: mustEnableSecondFactor(call.secondFactorRoles, { ...member, totpSecret: null }),
      recoveryCodesLeft: await countRecoveryCodes(call.db, member.id),
    };
  },
  /** Stores nothing: the ticket holds the secret until a code confirms it. */
  secondFactorStart: {
    prepare: ({ body }, prepareCall) =>
      prepareOwnChange(body.password, prepareCall, async (call, member) => {
        assertNoSecondFactor(member);
        const secret = generateTotpSecret(call.randomBytes);
        call.audit({ entityId: member.id, after: { secondFactor: "started" } });
        const content = { staffId: member.id, secret } satisfies z.infer<typeof enrolmentContent>;
        return {
          secret,
          uri: createTotpUri(secret, member.name),
          ticket: sealTicket(call, enrolmentTicket, content),
        };
      }),
  },
  secondFactorConfirm: async ({ body }, call) => {
    const ticket = openTicket(call, enrolmentTicket.purpose, body.ticket, enrolmentContent);
    if (ticket?.staffId !== call.actor.id) throw new RefusalError("二维码已过期，请重新开始启用");
    const member = await getOwnStaff(call, "update");
    assertNoSecondFactor(member);
    const step = findTotpStep(ticket.secret, body.code, call.now);
    if (step === null) throw new RefusalError("动态验证码不正确，请确认手机时间准确，再输入最新的 6 位数字");
    const recoveryCodes = await enableSecondFactor(call, member, { secret: ticket.secret, step });
    call.audit({ entityId: member.id, after: { secondFactor: "enabled" } });
    return { recoveryCodes };
  },
  secondFactorRemove: {
    prepare: ({ body }, prepareCall) =>
      prepareOwnChange(body.password, prepareCall, async (call, member) => {
        if (member.totpSecret === null) throw new RefusalError("尚未启用二次验证，无需关闭");
        if (!(await consumeCode(call, member, body.code)))
          return rejectPassword(call, member.id, member.phoneNumber, "验证码不正确或已使用过，请重新输入");
        await removeSecondFactor(call, member);
        call.audit({ entityId: member.id, after: { secondFactor: "removed" } });
        return null;
      }),
  },
};
