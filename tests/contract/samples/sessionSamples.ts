import { eq } from "drizzle-orm";
import type { lockedDeskCalls } from "../../../adapters/contract/lockedDesk.ts";
import type { passwordCalls } from "../../../adapters/contract/password.ts";
import type { signInCalls } from "../../../adapters/contract/session.ts";
import type { templateCalls } from "../../../adapters/contract/template.ts";
import { hashPassword } from "../../../server/auth/passwordHash.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { md5, password } from "../../platform.ts";
import type { Samples } from "./sample.ts";

export const signInSamples: Samples<typeof signInCalls> = {
  login: {
    role: "operator",
    args: () => ({ body: { phoneNumber: "13911110002", password: md5(password) } }),
    bad: { args: { body: { phoneNumber: "13911110002", password: "plain" } }, path: "password" },
  },
  captchaImage: {
    role: "admin",
    args: () => ({ params: { height: 40, width: 120 } }),
    bad: { args: { params: { height: 19, width: 120 } }, path: "height" },
  },
};

export const passwordSamples: Samples<typeof passwordCalls> = {
  checkPwdStatus: { role: "admin", args: () => ({}), bad: null },
  ignorePwdStatus: { role: "finance", args: () => ({}), bad: null },
  modifyPwd: {
    role: "maintainer",
    args: async ({ on: { db, staff: people } }) => {
      const old = md5("Old-password-5");
      const passwordHash = await hashPassword(old);
      await db.update(staff).set({ passwordHash }).where(eq(staff.id, people.maintainer.id));
      const next = md5(`New-password-${Math.random()}`);
      return { body: { oldPassword: old, newPassword: next, confirmPassword: next } };
    },
    bad: { args: { body: { oldPassword: "a", newPassword: "b" } }, path: "confirmPassword" },
  },
};

export const lockedDeskSamples: Samples<typeof lockedDeskCalls> = {
  sessionUnlock: {
    role: "duty",
    args: () => ({ body: { password: md5(password) } }),
    bad: { args: { body: { password: "in clear" } }, path: "password" },
  },
};

export const templateSamples: Samples<typeof templateCalls> = {
  templateLogout: { role: "operator", args: () => ({}), bad: null },
  templateUserInfo: { role: "duty", args: () => ({}), bad: null },
};
