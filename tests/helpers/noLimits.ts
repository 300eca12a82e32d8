/** Limits that no test reaches: many users' calls come from one address, and in one session. */
export const noLimits = {
  RATE_LIMIT: "100000",
  LIST_RATE_LIMIT: "100000",
  PHONE_SEARCH_LIMIT: "100000",
} as const;
