/** Calls as far as it takes to know who may make them, for pages that need not load the rest. */
export const callRights = {
  importRun: { path: "/x/import/run/:kind", access: ["admin", "operator", "maintainer"] },
  /** As for the company itself, and for applications, which keep the buyer too. */
  invoiceProfileSave: { path: "/x/invoice/profile", access: ["admin", "operator"] },
  smsSendAll: { path: "/sms/send/all", access: ["admin", "operator"] },
} as const;
