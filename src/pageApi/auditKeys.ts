import * as word from "../../adapters/contract/words.ts";

/** What a key does in the panel of an audit, while nothing is typed; the list of shortcuts shows it. */
export const auditKeys = [
  { key: "a", name: "pass", label: "通过，并审下一条" },
  { key: "r", name: "reject", label: word.reject },
  { key: "j", name: "next", label: word.goToNext },
  { key: "k", name: "previous", label: word.goToPrevious },
] as const;

export type AuditCommand = (typeof auditKeys)[number]["name"];
