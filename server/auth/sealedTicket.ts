import * as z from "zod/mini";
import type { Call } from "../call.ts";
import { decryptSecret, encryptSecret } from "./encryptSecret.ts";

const ticketSchema = z.object({ purpose: z.string(), until: z.int(), content: z.unknown() });

/**
 * Encrypts what the server wants back from the client in the next step, so that no table has to hold it.
 * @param validMs how long `openTicket` accepts it
 */
export function sealTicket(
  { secretKey, randomBytes, now }: Pick<Call, "secretKey" | "randomBytes" | "now">,
  { purpose, validMs }: { readonly purpose: string; readonly validMs: number },
  content: unknown,
): string {
  const ticket: z.infer<typeof ticketSchema> = { purpose, until: now.getTime() + validMs, content };
  return encryptSecret(secretKey, randomBytes, JSON.stringify(ticket));
}

/** The content of a ticket; null if it is forged, for another purpose, or no longer valid. */
export function openTicket<T extends z.ZodMiniType>(
  { secretKey, now }: Pick<Call, "secretKey" | "now">,
  purpose: string,
  sealed: string,
  schema: T,
): z.output<T> | null {
  let text: string;
  try {
    text = decryptSecret(secretKey, sealed);
  } catch {
    return null;
  }
  // A sealed secret of an access key is no JSON.
  const ticket = text.startsWith("{") ? ticketSchema.parse(JSON.parse(text)) : null;
  if (ticket?.purpose !== purpose || now.getTime() >= ticket.until) return null;
  return schema.safeParse(ticket.content).data ?? null;
}
