/** Days before its end from which something is red. The server sends its first expiry notice as early. */
const expiryWarningDays = 30;

/** Whether something ends soon, or has ended; null days if it has no end. */
export const expiresSoon = (daysLeft: number | null): boolean =>
  daysLeft !== null && daysLeft <= expiryWarningDays;
