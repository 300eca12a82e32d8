import type { FastifyRequest } from "fastify";
import { screenToken, wallPaths } from "../../adapters/contract/screen.ts";
import type { Settings } from "../settings/settings.ts";

const cookieName = "wall";
/** The longest that browsers keep a cookie; every report renews it. */
const cookieSeconds = 400 * 86_400;

/** Other pages of the host may set cookies of the same name for other paths or domains; the browser sends all of them. */
const maxCookies = 4;

/** The tokens in a `Cookie` header, or in a `Set-Cookie` header. */
export const readScreenCookies = (header = ""): readonly string[] =>
  header
    .split(";")
    .flatMap((part) => {
      const [name = "", value] = part.trim().split("=");
      return (name === cookieName && screenToken.safeParse(value).data) || [];
    })
    .slice(0, maxCookies);

/** The `Cookie` header with these tokens. */
export const toCookieHeader = (tokens: readonly string[]): string =>
  tokens.map((token) => `${cookieName}=${token}`).join("; ");

/** The `Set-Cookie` header that keeps a screen's token where scripts cannot read it. */
export const createScreenCookie = (
  token: string,
  { protocol }: Pick<FastifyRequest, "protocol">,
  { basePath }: Pick<Settings, "basePath">,
): string =>
  [
    `${cookieName}=${token}`,
    `Path=${basePath.slice(0, -1)}${wallPaths.cookie}`,
    `Max-Age=${cookieSeconds}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(protocol === "https" ? ["Secure"] : []),
  ].join("; ");
