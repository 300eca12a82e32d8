import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { md5Hex } from "./fields.ts";
import { normalizeNumber } from "./identity.ts";
import * as word from "./words.ts";

/** Six digits of the authenticator, or a recovery code. */
const code = z.string().check(z.overwrite(normalizeNumber), z.minLength(1, word.enterTotp), z.maxLength(32));

const secondFactorStatus = z.object({
  isEnabled: z.boolean(),
  /** Whether a role of the person must have it. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
});

/** What an authenticator is set up with, shown until the first code confirms it. */
const enrolment = z.object({
  /** Base32, to type where no QR code can be scanned. */
  secret: z.string(),
  /** `otpauth://` address for the QR code. */
  uri: z.string(),
  /** Returned with the first code, within ten minutes. */
  ticket: z.string(),
});
export type Enrolment = z.infer<typeof enrolment>;

/** The second factor of one's own account. Wrong passwords and codes count like failed logins. */
export const secondFactorCalls = defineCalls({
  secondFactorStatus: {
    host: "api",
    method: "GET",
    path: "/x/secondFactor/status",
    summary: "二次验证状态",
    access: "session",
    isAllowedDuringSetup: true,
    data: secondFactorStatus,
  },
  secondFactorStart: {
    host: "api",
    method: "POST",
    path: "/x/secondFactor/start",
    summary: "开始启用二次验证",
    access: "session",
    isAllowedDuringSetup: true,
    audit: "staff",
    body: z.strictObject({ password: md5Hex }),
    data: enrolment,
  },
  secondFactorConfirm: {
    host: "api",
    method: "POST",
    path: "/x/secondFactor/confirm",
    summary: "启用二次验证",
    access: "session",
    isAllowedDuringSetup: true,
    audit: "staff",
    body: z.strictObject({ ticket: z.string().check(z.minLength(1), z.maxLength(1000)), code }),
    /** Only this answer has the recovery codes. */
    data: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  secondFactorRemove: {
    host: "api",
    method: "POST",
    path: "/x/secondFactor/remove",
    summary: "关闭二次验证",
    access: "session",
    audit: "staff",
    body: z.strictObject({ password: md5Hex, code }),
  },
});
