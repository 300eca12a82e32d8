import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { normalizeCode, normalizeNumber, normalizePhone } from "./identity.ts";
import { md5Hex } from "./loginFields.ts";
import { consoleRoles } from "./roles.ts";
import * as word from "./words.ts";

/** Differences of a person's rights from those of their roles by the contract: paths of calls. */
export const changedRights = z.object({ given: z.array(z.string()), taken: z.array(z.string()) });

export const sessionUser = z.object({
  /** Of this platform an id as all others; of another any text. */
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  roles: z.array(z.enum(consoleRoles)),
  /** An extension of the specified call. Absent: no differences. */
  changedRights: z.optional(changedRights),
  /** An extension too. Absent: their roles are those of the specification. */
  ownRoleName: z.optional(z.string()),
  phoneNumber: z.string(),
});

/**
 * Response of a login: the token to store, the value of the `u-token` header, and the user. This server always sends
 * roles; another platform may not.
 */
export const loginResult = z.object({
  token: z.string(),
  uToken: z.string(),
  user: z.extend(sessionUser, { roles: z.optional(sessionUser.shape.roles) }),
});
export type LoginResult = z.infer<typeof loginResult>;

/** `data` of a login whose password is right, but whose account has a second factor (state -6). Valid for 5 minutes. */
export const loginChallenge = z.object({ challenge: z.string() });

/** Value stored in the browser under `user`: the session user with the u-token. */
export const storedUser = z.extend(sessionUser, { uToken: z.string() });
export type StoredUser = z.infer<typeof storedUser>;

const pixelSize = z.coerce.number().check(z.int(), z.minimum(20), z.maximum(400));

/** The calls that are sent without a session user. */
export const loginCalls = defineCalls({
  login: {
    host: "api",
    method: "POST",
    path: "/user/login",
    summary: "登录",
    access: "public",
    isAllowedDuringSetup: true,
    audit: "session",
    body: z.strictObject({
      phoneNumber: z
        .string()
        .check(z.overwrite(normalizePhone), z.minLength(1, word.enterPhone), z.maxLength(20)),
      password: md5Hex,
      captchaId: z.optional(z.string().check(z.maxLength(64))),
      captcha: z.optional(z.string().check(z.overwrite(normalizeCode), z.maxLength(12))),
    }),
    data: loginResult,
  },
  /** The second step of a login that was answered with a challenge. */
  loginCode: {
    host: "api",
    method: "POST",
    path: "/x/login/code",
    summary: "登录的二次验证",
    access: "public",
    isAllowedDuringSetup: true,
    audit: "session",
    body: z.strictObject({
      challenge: z.string().check(z.minLength(1), z.maxLength(1000)),
      /** Six digits of the authenticator, or a recovery code. */
      code: z.string().check(z.overwrite(normalizeNumber), z.minLength(1, word.enterTotp), z.maxLength(32)),
    }),
    data: loginResult,
  },
  captchaImage: {
    host: "api",
    method: "GET",
    path: "/image/base64/:height/:width",
    summary: "图形验证码",
    access: "public",
    isAllowedDuringSetup: true,
    params: z.object({ height: pixelSize, width: pixelSize }),
    data: z.object({ captchaId: z.string(), image: z.string() }),
  },
});
