/**
 * Limits that no test reaches: in tests the calls of many users share one address and one session. No role must have a
 * second factor, also in production.
 */
export const noLimits = {
  RATE_LIMIT: "100000",
  LIST_RATE_LIMIT: "100000",
  PHONE_SEARCH_LIMIT: "100000",
  SECOND_FACTOR_ROLES: "none",
} as const;
