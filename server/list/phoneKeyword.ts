import { type NamedPhone, namedPhone } from "../../adapters/contract/phoneKeyword.ts";
import { maskPhone } from "../modules/maskPhone.ts";

/** `138****0013` or `****0013`, as the audit trail keeps what was searched for. */
export const maskNamed = ({ whole, lastFour }: NamedPhone): string =>
  whole === null ? `****${lastFour}` : maskPhone(whole);

/** A keyword as the audit trail keeps it where the list may have no phones: a whole mobile number is masked. */
export function maskTyped(text: string): string {
  const named = namedPhone(text);
  return named === null || named.whole === null ? text : maskNamed(named);
}
