import { eq } from "drizzle-orm";
import type { secondFactorCalls } from "../../../adapters/contract/secondFactor.ts";
import { hashPassword } from "../../../server/auth/passwordHash.ts";
import { sealTicket } from "../../../server/auth/sealedTicket.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { generateCode, giveSecondFactor, testTotpSecret } from "../../helpers/secondFactor.ts";
import { md5, testPassword } from "../../helpers/testPlatform.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

/** The finance account with `testPassword` and no second factor. Returns its id. */
async function resetFinance({ ctx }: SampleContext): Promise<string> {
  const { id } = ctx.staff.finance;
  const passwordHash = await hashPassword(md5(testPassword));
  await ctx.db.update(staff).set({ totpSecret: null, passwordHash }).where(eq(staff.id, id));
  return id;
}

export const secondFactorSamples: Samples<typeof secondFactorCalls> = {
  secondFactorStatus: { role: "finance", args: () => ({}), invalid: null },
  secondFactorStart: {
    role: "finance",
    args: async (context) => {
      await resetFinance(context);
      return { body: { password: md5(testPassword) } };
    },
    invalid: { args: { body: { password: "in clear" } }, path: "password" },
  },
  secondFactorConfirm: {
    role: "finance",
    args: async (context) => {
      const content = { staffId: await resetFinance(context), secret: testTotpSecret };
      const { platform, clock } = context.ctx;
      const ticket = sealTicket(
        { ...platform, now: clock.now() },
        { purpose: "enrolment", validMs: 60_000 },
        content,
      );
      return { body: { ticket, code: generateCode(clock.now()) } };
    },
    invalid: { args: { body: { ticket: "x", code: " " } }, path: "code" },
  },
  secondFactorRemove: {
    role: "finance",
    args: async (context) => {
      await giveSecondFactor(context.ctx, await resetFinance(context));
      return { body: { password: md5(testPassword), code: generateCode(context.ctx.clock.now()) } };
    },
    invalid: { args: { body: { password: md5(testPassword), code: "1".repeat(33) } }, path: "code" },
  },
};
