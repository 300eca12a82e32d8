import { type PhoneKeyword, parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import { maskPhone } from "../modules/maskPhone.ts";

/** `138****0013` or `****0013`, as the audit trail keeps what was searched for. */
export const maskPhoneKeyword = ({ fullNumber, lastFour }: PhoneKeyword): string =>
  fullNumber === null ? `****${lastFour}` : maskPhone(fullNumber);

/** A keyword as the audit trail keeps it where the list may have no phones: a whole mobile number is masked. */
export function maskKeyword(text: string): string {
  const named = parsePhoneKeyword(text);
  return named === null || named.fullNumber === null ? text : maskPhoneKeyword(named);
}
