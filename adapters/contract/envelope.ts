import * as z from "zod/mini";

/** Meaning of the envelope's `state`, the same for every call of the product. */
export const stateCodes = {
  ok: 0,
  /** A business rule said no, an unknown record included; the message is shown as it is. */
  refused: -1,
  /** The session's user can no longer be used: to the root after 1.8 s. */
  userUnusable: -2,
  /** The role may not. HTTP 403 means "login expired" in the specification, so this is no HTTP status. */
  roleForbidden: -3,
  /** Login needs a captcha now. */
  captchaNeeded: -4,
  /** Somebody else saved meanwhile; `data` holds the present record. */
  conflict: -5,
} as const;

export const envelope = z.object({ state: z.int(), message: z.string(), data: z.optional(z.unknown()) });
export type Envelope = z.infer<typeof envelope>;

/** `data` of a 400: every fault with the path of the field that has it. */
export const validationErrorData = z.object({
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type FieldIssue = z.infer<typeof validationErrorData>["issues"][number];

/**
 * `data` of a denial whose cause status and state do not tell. `forced`: an admin has ended the session (403).
 * `initialPassword`: the initial password must be changed first (state -1).
 */
export const authErrorData = z.object({ reason: z.enum(["forced", "initialPassword"]) });

/** `data` of a 503 whose commit was not answered: what was asked for may have been done or not. */
export const commitUnknownData = z.object({ reason: z.literal("commitUnknown") });

/** The template's second envelope, on the proxy base only. */
export const proxyEnvelope = z.object({
  code: z.int(),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
});
export const proxyCodes = { ok: 20000, loggedOut: [50008, 50012, 50014] } as const;
