import type { ConsoleConfig } from "../../../adapters/contract/config.ts";

/** Where a customer signs up for a channel: what its QR code leads to. */
export function createSignUpUrl(
  { signUp }: Pick<ConsoleConfig, "signUp">,
  origin: string,
  code: string,
): string {
  const link = new URL(signUp ?? `${origin}/register`);
  link.searchParams.set("channel", code);
  return link.href;
}
