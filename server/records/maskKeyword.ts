import { type PhoneKeyword, parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import { maskPhone } from "./maskPhone.ts";

/** `138****0013` or `****0013`, as the audit trail stores a phone search. */
export const maskPhoneKeyword = ({ fullNumber, lastFour }: PhoneKeyword): string =>
  fullNumber === null ? `****${lastFour}` : maskPhone(fullNumber);

/** A keyword as the audit trail stores it for any list: a full mobile number is masked. */
export function maskKeyword(text: string): string {
  const phoneKeyword = parsePhoneKeyword(text);
  return phoneKeyword === null || phoneKeyword.fullNumber === null ? text : maskPhoneKeyword(phoneKeyword);
}
