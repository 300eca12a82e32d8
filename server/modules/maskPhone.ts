/** `138****0013`, as lists, exports and the audit trail show a number; anything too short to mask is hidden whole. */
export const maskPhone = (phone: string) =>
  phone === "" ? "" : phone.length < 8 ? "****" : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
