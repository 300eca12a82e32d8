import type { loginCalls } from "../../../adapters/contract/session.ts";
import type { Handler } from "../../call.ts";
import { storeCaptcha } from "../../captcha/captchaStore.ts";
import { createRandomSource } from "../../captcha/createRandomSource.ts";
import { drawCaptcha } from "../../captcha/drawCaptcha.ts";
import { glyphs } from "../../captcha/glyphs.ts";

const captchaLength = 4;

/** A new captcha, drawn at the size asked for. */
export const captchaImage: Handler<typeof loginCalls.captchaImage> = async ({ params }, call) => {
  const random = createRandomSource(call.randomBytes(512));
  const text = Array.from({ length: captchaLength }, () => random.pick(Object.keys(glyphs))).join("");
  const captchaId = call.randomBytes(16).toString("base64url");
  await storeCaptcha(call.db, captchaId, text, call.now);
  const picture = await drawCaptcha(text, params.width, params.height, random);
  return { captchaId, image: `data:image/png;base64,${picture.toString("base64")}` };
};
