import type { loginCalls } from "../../../adapters/contract/session.ts";
import type { Handlers } from "../../call.ts";
import { captchaImage } from "./captchaImage.ts";
import { login } from "./login.ts";

export const signInHandlers: Handlers<typeof loginCalls> = { login, captchaImage };
