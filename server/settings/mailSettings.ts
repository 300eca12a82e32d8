import * as z from "zod/mini";

/** The mail server that notifications go through. */
export interface MailSettings {
  /** Without user name and password. */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The sender's address. */
  readonly from: string;
}

/** With a password in it, the address could not be logged. */
function isMailUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return false;
  return /^smtps?:$/.test(url.protocol) && url.hostname !== "" && /^\/?$/.test(url.pathname);
}

const credential = z.optional(z.string().check(z.maxLength(200)));

/** Environment variables of the mail server, see `docs/configuration.md`. */
export const mailVariables = {
  SMTP_URL: z.optional(z.string().check(z.refine(isMailUrl))),
  SMTP_USERNAME: credential,
  SMTP_PASSWORD: credential,
  SMTP_FROM: z.optional(z.string().check(z.regex(/^[^\s@<>]{1,64}@[^\s@<>]{1,100}$/))),
};

/** Expected values, for error messages. */
export const expectedMailValues: Readonly<Record<keyof typeof mailVariables, string>> = {
  SMTP_URL:
    "an address like smtp://mail.example.com:587 or smtps://mail.example.com, without user name and password",
  SMTP_USERNAME: "at most 200 characters",
  SMTP_PASSWORD: "at most 200 characters",
  SMTP_FROM: "a mail address",
};

const mailEnvironment = z.object(mailVariables);

/** Null without a mail server; a line for the terminal where the variables do not fit together. */
export function parseMailSettings(value: z.output<typeof mailEnvironment>): MailSettings | string | null {
  const { SMTP_URL: url, SMTP_USERNAME: username, SMTP_PASSWORD: password, SMTP_FROM: from } = value;
  if (!url)
    return username || password || from
      ? "SMTP_URL must be set with SMTP_USERNAME, SMTP_PASSWORD or SMTP_FROM."
      : null;
  if (!from) return "SMTP_FROM must be set with SMTP_URL.";
  if (Boolean(username) !== Boolean(password)) return "SMTP_USERNAME and SMTP_PASSWORD must be set together.";
  return { url, username, password, from };
}
