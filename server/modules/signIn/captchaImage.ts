import type { signInCalls } from "../../../adapters/contract/session.ts";
import type { Handler } from "../../call.ts";
import { keepCaptcha } from "../../captcha/captchaStore.ts";
import { chanceOf } from "../../captcha/chance.ts";
import { drawCaptcha } from "../../captcha/drawCaptcha.ts";
import { glyphs } from "../../captcha/glyphs.ts";

const characters = 4;

/** A new captcha, drawn at the size asked for. */
export const captchaImage: Handler<typeof signInCalls.captchaImage> = async ({ params }, call) => {
  const chance = chanceOf(call.randomBytes(512));
  const text = Array.from({ length: characters }, () => chance.oneOf(Object.keys(glyphs))).join("");
  const captchaId = call.randomBytes(16).toString("base64url");
  await keepCaptcha(call.db, captchaId, text, call.now);
  const picture = await drawCaptcha(text, params.width, params.height, chance);
  return { captchaId, image: `data:image/png;base64,${picture.toString("base64")}` };
};
