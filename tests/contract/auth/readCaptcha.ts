import { eq } from "drizzle-orm";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { captchas } from "../../../server/db/schema/captchas.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";

/** Requests a captcha and reads its text from the database. */
export async function readCaptcha({ app, db }: TestPlatform) {
  const { body } = await injectCall(app, loginCalls.captchaImage, { params: { height: 40, width: 120 } });
  const { captchaId } = body.data as { captchaId: string };
  const [stored] = await db.select().from(captchas).where(eq(captchas.id, captchaId));
  return { captchaId, captcha: stored?.answer.toLowerCase() ?? "" };
}
