import * as z from "zod/mini";

/** Values of the envelope's `state`, the same for every call. */
export const stateCodes = {
  ok: 0,
  /** Refused by a business rule, or an unknown record; the message is shown unchanged. */
  refused: -1,
  /** The user's account is no longer usable; the console returns to the root after 1.8 s. */
  userUnusable: -2,
  /** The role lacks permission. Not an HTTP status, as 403 means "login expired" in the specification. */
  roleForbidden: -3,
  /** Login requires a captcha. */
  captchaNeeded: -4,
  /** Version conflict: another user saved first; `data` holds the current record. */
  conflict: -5,
  /** Login: the password is right, and a code of the second factor is required; `data` holds the challenge. */
  codeNeeded: -6,
} as const;

const wholeNumber = z.union([z.int(), z.pipe(z.string().check(z.regex(/^-?\d+$/)), z.transform(Number))]);
/** An envelope without a message, as the specification allows, has an empty one. */
const content = {
  message: z.pipe(
    z.optional(z.unknown()),
    z.transform((message) => (typeof message === "string" ? message : "")),
  ),
  data: z.optional(z.unknown()),
};

export const envelope = z.object({ state: wholeNumber, ...content });
export type Envelope = z.infer<typeof envelope>;

/** `data` of a 400: every error with the path of its field. */
export const validationErrorData = z.object({
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type FieldIssue = z.infer<typeof validationErrorData>["issues"][number];

/**
 * `data` of a denied call where status and state are ambiguous. `forced`: an admin ended the session (403).
 * `initialPassword`: the initial password must be changed first; `secondFactor`: a second factor must be enabled first
 * (state -1).
 */
export const authErrorData = z.object({ reason: z.enum(["forced", "initialPassword", "secondFactor"]) });

/** `data` of a 403 because the page that sent the request is of another origin; its session may be well. */
export const foreignOriginData = z.object({ reason: z.literal("foreignOrigin") });

/**
 * `data` of a 401 or 403 of a screen: the platform knows the screen or its link, and says no. Whatever else fails may
 * pass by itself.
 */
export const screenRefusalData = z.object({
  reason: z.enum(["screenRevoked", "screenUnknown", "linkSpent", "linkExpired", "linkUnknown"]),
});

/** `data` of a 503 whose commit was not confirmed: the change may or may not have been made. */
export const commitUnknownData = z.object({ reason: z.literal("commitUnknown") });

/** The template's other envelope, used on the proxy base only. */
export const proxyEnvelope = z.object({ code: wholeNumber, ...content });
export const proxyCodes = { ok: 20000, loggedOut: [50008, 50012, 50014] } as const;
