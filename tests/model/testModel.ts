import { parseArgs } from "node:util";
import { runInBrowser } from "../e2e/model/qa/runInBrowser.ts";
import { runModelTests } from "./report/runModelTests.ts";
import { UsageError } from "./report/usageError.ts";

try {
  if ((await runModel()) > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** Returns the number of failures and gaps. */
function runModel(): Promise<number> {
  const { machine, path, seed, base, headed, account, page } = readArguments();
  const run = { machine, path: toNumber("--path", path), seed: toNumber("--seed", seed) ?? 0 };
  if (base !== undefined)
    return runInBrowser({
      ...run,
      base: base.replace(/\/$/, ""),
      headed,
      account: account === undefined ? undefined : parseAccount(account),
      page,
    });
  if (account !== undefined || page !== undefined)
    throw new UsageError("--account and --page choose what a browser does: name a console with --base URL");
  return runModelTests(run);
}

function readArguments() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      options: {
        machine: text,
        path: text,
        seed: { type: "string", default: "20261120" },
        base: text,
        headed: { type: "boolean", default: false },
        account: text,
        page: text,
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`${name} is a whole number, not ${text}`);
}

function parseAccount(text: string) {
  const [, phone, password] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (phone === undefined || password === undefined)
    throw new UsageError("--account is a phone number and its password, as 13800000002:secret");
  return { phone, password };
}
