import { readdirSync, readFileSync } from "node:fs";
import type { ConsoleRole } from "../helpers/testPlatform.ts";
import { isCallLine } from "./isCallLine.ts";

export const callRoles = [
  "admin",
  "operator",
  "finance",
  "maintainer",
  "duty",
] as const satisfies ConsoleRole[];

/** Result of the access check: 可 allowed, 无权限 state -3, 401 not signed in. */
export type Reach = "可" | "无权限" | "401";

/** One line of the hand-written tables of the expected behaviour of every call. */
export interface CallLine {
  /** `METHOD /path` with parameters as `{name}`. */
  readonly call: string;
  readonly reach: Readonly<Record<ConsoleRole | "未登录", Reach>>;
  /** Whether a successful call writes an audit row. */
  readonly audit: "有" | "无";
  /** Requests per minute and address of a call without a session; empty if not limited. */
  readonly byAddress: string;
  /** Requests per minute and person, whatever the session; of lists all together. */
  readonly byPerson: string;
  /** Phone searches per hour and person. */
  readonly phones: string;
  /** 可 if allowed until an initial password is changed and a required second factor enabled; empty without a session. */
  readonly duringSetup: "可" | "拒绝" | "";
}

const header =
  "方法,路径,admin,operator,finance,maintainer,duty,未登录,审计,地址限流,本人限流,手机号限流,先改密码或二次验证,说明";

function parseLine(text: string): CallLine {
  const parts = text.split(",");
  if (parts.length !== header.split(",").length)
    throw new Error(`There is a line of ${parts.length} parts: ${text}`);
  const [method, path, admin, operator, finance, maintainer, duty, nobody, ...rest] = parts;
  const [audit, byAddress = "", byPerson = "", phones = "", duringSetup] = rest;
  // An unknown word is not rejected here: it never equals the server's result, so its test fails.
  const reach = { admin, operator, finance, maintainer, duty, 未登录: nobody } as CallLine["reach"];
  return {
    call: `${method} ${path}`,
    reach,
    audit: audit as CallLine["audit"],
    byAddress,
    byPerson,
    phones,
    duringSetup: duringSetup as CallLine["duringSetup"],
  };
}

const readLines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");

const [headerLine, ...sharedLines] = readLines("calls.csv");
if (headerLine !== header) throw new Error("calls.csv has other columns");
/** A resource's own table has its calls below its status. */
const ownLines = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".csv") && file !== "calls.csv")
  .flatMap(readLines)
  .filter(isCallLine);

export const callLines: readonly CallLine[] = [...sharedLines, ...ownLines].map(parseLine);
