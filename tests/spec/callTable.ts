import { readFileSync } from "node:fs";
import type { ConsoleRole } from "../helpers/testPlatform.ts";

export const callRoles = [
  "admin",
  "operator",
  "finance",
  "maintainer",
  "duty",
] as const satisfies ConsoleRole[];

/** What a call does to whoever sends it: 可 let through, 无权限 state -3, 401. */
export type Reach = "可" | "无权限" | "401";

/** One line of `calls.csv`, which is written by hand from the contract and says what every call is to do. */
export interface CallLine {
  /** `METHOD /path` as the server has it, parameters as `{name}`. */
  readonly call: string;
  readonly reach: Readonly<Record<ConsoleRole | "未登录", Reach>>;
  /** Whether the call, asked rightly, leaves a row in the audit trail. */
  readonly audit: "有" | "无";
  /** Requests a minute from one address; empty where they are not counted. */
  readonly byAddress: string;
  /** Requests a minute of one session, all lists together. */
  readonly bySession: string;
  /** Searches for a phone an hour of one session. */
  readonly phones: string;
  /** 可 where it answers while an initial password must be changed; empty where there is no session. */
  readonly initialPassword: "可" | "拒绝" | "";
}

const header =
  "方法,路径,admin,operator,finance,maintainer,duty,未登录,审计,地址限流,会话限流,手机号限流,初始密码,说明";

function parseLine(text: string): CallLine {
  const parts = text.split(",");
  if (parts.length !== header.split(",").length)
    throw new Error(`calls.csv has a line of ${parts.length} parts: ${text}`);
  const [method, path, admin, operator, finance, maintainer, duty, nobody, ...rest] = parts;
  const [audit, byAddress = "", bySession = "", phones = "", initialPassword] = rest;
  // A word that stands for nothing is no different from a wrong one: what the server does never equals it.
  const reach = { admin, operator, finance, maintainer, duty, 未登录: nobody } as CallLine["reach"];
  return {
    call: `${method} ${path}`,
    reach,
    audit: audit as CallLine["audit"],
    byAddress,
    bySession,
    phones,
    initialPassword: initialPassword as CallLine["initialPassword"],
  };
}

const [headerLine, ...lines] = readFileSync(new URL("calls.csv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
if (headerLine !== header) throw new Error("calls.csv has other columns");

export const callLines: readonly CallLine[] = lines.map(parseLine);
