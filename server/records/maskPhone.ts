/** `138****0013`, as in lists, exports and the audit trail; a text too short to mask is hidden completely. */
export const maskPhone = (phone: string) =>
  phone === "" ? "" : phone.length < 8 ? "****" : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
