import { eq } from "drizzle-orm";
import type { lockScreenCalls } from "../../../adapters/contract/lockScreen.ts";
import type { passwordCalls } from "../../../adapters/contract/password.ts";
import type { loginCalls } from "../../../adapters/contract/session.ts";
import type { templateCalls } from "../../../adapters/contract/template.ts";
import { hashPassword } from "../../../server/auth/passwordHash.ts";
import { sealTicket } from "../../../server/auth/sealedTicket.ts";
import { hashToken } from "../../../server/auth/tokens.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { generateCode, giveSecondFactor } from "../../helpers/secondFactor.ts";
import { md5, testPassword } from "../../helpers/testPlatform.ts";
import type { Samples } from "./sample.ts";

export const signInSamples: Samples<typeof loginCalls> = {
  login: {
    role: "operator",
    args: () => ({ body: { phoneNumber: "13911110002", password: md5(testPassword) } }),
    invalid: { args: { body: { phoneNumber: "13911110002", password: "plain" } }, path: "password" },
  },
  loginCode: {
    role: "maintainer",
    args: async ({ ctx }) => {
      const now = ctx.clock.now();
      await giveSecondFactor(ctx, ctx.staff.maintainer.id);
      const [member] = await ctx.db.select().from(staff).where(eq(staff.id, ctx.staff.maintainer.id));
      const content = {
        staffId: ctx.staff.maintainer.id,
        passwordMark: hashToken(member?.passwordHash ?? ""),
        passwordWeak: false,
      };
      const ticket = { purpose: "login", validMs: 60_000 };
      const challenge = sealTicket({ ...ctx.platform, now }, ticket, content);
      return { body: { challenge, code: generateCode(now) } };
    },
    invalid: { args: { body: { challenge: "x", code: "" } }, path: "code" },
  },
  captchaImage: {
    role: "admin",
    args: () => ({ params: { height: 40, width: 120 } }),
    invalid: { args: { params: { height: 19, width: 120 } }, path: "height" },
  },
};

export const passwordSamples: Samples<typeof passwordCalls> = {
  checkPwdStatus: { role: "admin", args: () => ({}), invalid: null },
  ignorePwdStatus: { role: "finance", args: () => ({}), invalid: null },
  modifyPwd: {
    role: "maintainer",
    args: async ({ ctx: { db, staff: people } }) => {
      const old = md5("Old-password-5");
      const passwordHash = await hashPassword(old);
      await db.update(staff).set({ passwordHash }).where(eq(staff.id, people.maintainer.id));
      const next = md5(`New-password-${Math.random()}`);
      return { body: { oldPassword: old, newPassword: next, confirmPassword: next } };
    },
    invalid: { args: { body: { oldPassword: "a", newPassword: "b" } }, path: "confirmPassword" },
  },
};

export const lockScreenSamples: Samples<typeof lockScreenCalls> = {
  sessionUnlock: {
    role: "duty",
    args: () => ({ body: { password: md5(testPassword) } }),
    invalid: { args: { body: { password: "in clear" } }, path: "password" },
  },
};

export const templateSamples: Samples<typeof templateCalls> = {
  templateLogout: { role: "operator", args: () => ({}), invalid: null },
  templateUserInfo: { role: "duty", args: () => ({}), invalid: null },
};
