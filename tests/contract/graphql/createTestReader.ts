import type { CallError } from "../../../adapters/http/callError.ts";
import { createClient } from "../../../adapters/http/client.ts";
import { createRecordReader } from "../../../adapters/http/records/recordReader.ts";
import { createConsoleConfig } from "../../helpers/createConsoleConfig.ts";
import type { ConsoleRole, TestPlatform } from "../../helpers/testPlatform.ts";

interface ReaderOptions {
  readonly hasGraphql?: boolean;
  readonly extensions?: boolean;
  readonly token?: string;
}

/** The console's reader, sending to the app without a network, and what it sent and reported. */
export async function createTestReader(
  ctx: TestPlatform,
  role: ConsoleRole,
  { hasGraphql = true, extensions = true, token }: ReaderOptions = {},
) {
  const headers = await ctx.loginAs(role);
  const sent: string[] = [];
  const reported: CallError[] = [];
  const config = createConsoleConfig({ extensions });
  const client = createClient({
    config: () => config,
    credentials: () => ({ token: token ?? headers["x-token"] ?? "", uToken: headers["u-token"] ?? "" }),
    fetch: async (input, init = {}) => {
      sent.push(String(input).replace(/[?].*/, ""));
      if (String(input) === "/graphql" && !hasGraphql) return new Response("Not Found", { status: 404 });
      const { statusCode, payload } = await ctx.app.inject({
        method: init.method === "POST" ? "POST" : "GET",
        url: String(input),
        headers: init.headers as Record<string, string>,
        ...(typeof init.body === "string" ? { payload: init.body } : {}),
      });
      return new Response(payload, { status: statusCode });
    },
    onError: (error) => reported.push(error),
  });
  return {
    reader: createRecordReader({ client, config, caller: () => ({ roles: [role] }) }),
    sent,
    reported,
  };
}
