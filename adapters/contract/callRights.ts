/** Path and access of calls, for pages that check a right without loading the schemas. */
export const callRights = {
  accessKeyCreate: { path: "/account/accesskey/create", access: ["admin"] },
  importRun: { path: "/x/import/run/:kind", access: ["admin", "operator", "maintainer"] },
  /** The same roles as for companies and invoice applications, which save the buyer too. */
  invoiceProfileSave: { path: "/x/invoice/profile", access: ["admin", "operator"] },
  smsSendAll: { path: "/sms/send/all", access: ["admin", "operator"] },
} as const;
