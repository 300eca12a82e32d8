/** What a key does in the panel of an audit, while nothing is typed; the list of shortcuts shows it. */
export const auditKeys = [
  { key: "a", name: "pass", label: "通过，并审下一条" },
  { key: "r", name: "reject", label: "驳回" },
  { key: "j", name: "next", label: "下一条" },
  { key: "k", name: "previous", label: "上一条" },
] as const;

export type AuditCommand = (typeof auditKeys)[number]["name"];
