const mobile = /^(?:\+?86)?(1[3-9]\d{9})$/;

/** What was typed to search for, as the audit trail keeps it: a whole mobile number is masked. */
export function maskTyped(text: string): string {
  const [, phone] = mobile.exec(text.replace(/[\s-]/g, "")) ?? [];
  return phone === undefined ? text : maskPhone(phone);
}

/** `138****0013`, as lists, exports and the audit trail show a number; anything too short to mask is hidden whole. */
export const maskPhone = (phone: string) =>
  phone === "" ? "" : phone.length < 8 ? "****" : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
