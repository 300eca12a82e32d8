import { isIP } from "node:net";
import * as z from "zod/mini";
import { parseBasePath } from "../../adapters/contract/basePath.ts";

/** `true`, `false`, `1` or `0`. */
export const booleanSchema = z.pipe(
  z.enum(["true", "false", "1", "0"]),
  z.transform((value) => value === "true" || value === "1"),
);
/** Values separated by commas, each of which must be valid. */
export const listSchema = (isValidItem: (part: string) => boolean) =>
  z
    .pipe(
      z.string(),
      z.transform((value) =>
        value
          .split(",")
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    )
    .check(z.refine((parts) => parts.every(isValidItem)));
/** Whether a text is an origin such as `https://console.example.com`. */
export const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
/** Whether a text is an address, or a network as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [, address = "", bits = "0"] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}
/** An http(s) address without a slash at the end, or nothing. */
export const baseUrlSchema = z.union([
  z.literal(""),
  z.url({ protocol: /^https?$/ }).check(z.regex(/[^/]$/)),
]);
/** A path that begins and ends with a slash; the last one may be missing. */
export const basePathSchema = z.pipe(
  z.string().check(z.refine((text) => parseBasePath(text) !== null)),
  z.transform((text) => parseBasePath(text) ?? "/"),
);
/** A whole number between two others, both included. */
export const integerSchema = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));
