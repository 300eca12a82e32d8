import { expect, it } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { CallOptions, Client } from "../../adapters/http/client.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import { createListPort } from "../../src/list/page/createListPort.ts";
import type { UrlSync } from "../../src/list/page/createUrlSync.ts";

const replies: Readonly<Record<string, () => Promise<unknown>>> = {
  done: () => Promise.resolve(),
  refused: () => Promise.reject(new CallError("refused", "", { message: "企业已冻结" })),
  server: () => Promise.reject(new CallError("server", "", { status: 500 })),
  offline: () => Promise.reject(new CallError("offline", "")),
  timeout: () => Promise.reject(new CallError("timeout", "")),
  commitUnknown: () =>
    Promise.reject(new CallError("commitUnknown", "", { status: 503, message: "操作可能已经生效" })),
  contract: () => Promise.reject(new CallError("contract", "", { message: "invalid input at id" })),
};
const freeze = {
  name: "freeze",
  run: (_client: Client, { id }: { readonly id: string }) => replies[id]?.(),
};
const port = createListPort({ batchActions: [freeze] } as unknown as ListConfig, {} as Client, {} as UrlSync);

it("a batch processes every row and reports the reason, or an unknown result, for each failed one", async () => {
  const rows = Object.keys(replies).map((id) => ({ id }));
  const order = { action: "freeze", rows, values: "" };
  expect(await port.runBatch(order, new AbortController().signal)).toEqual({
    succeeded: ["done"],
    failed: [
      { id: "refused", reason: "企业已冻结" },
      { id: "server", reason: "未能完成，请稍后重试" },
      { id: "offline", reason: "结果未知，请核对" },
      { id: "timeout", reason: "结果未知，请核对" },
      { id: "commitUnknown", reason: "结果未知，请核对" },
      { id: "contract", reason: "结果未知，请核对" },
    ],
  });
});

it("a batch gives every row what was chosen for all", { tags: "full" }, async () => {
  const given: string[] = [];
  const setManager = {
    name: "manager",
    run: async (_client: Client, { id }: { readonly id: string }, value: string) =>
      given.push(`${id} ${value}`),
  };
  const config = { batchActions: [setManager] } as unknown as ListConfig;
  const order = { action: "manager", rows: [{ id: "1" }, { id: "2" }], values: "17" };
  await createListPort(config, {} as Client, {} as UrlSync).runBatch(order, new AbortController().signal);
  expect(given).toEqual(["1 17", "2 17"]);
});

it("a batch leaves each row's refusal to its receipt", async () => {
  const options: (CallOptions | undefined)[] = [];
  const client = {
    call: (_endpoint: unknown, _args: unknown, given?: CallOptions) => {
      options.push(given);
      return Promise.resolve();
    },
  } as unknown as Client;
  const { signal } = new AbortController();
  const run = (given: Client) => given.call(companyCalls.companyFrozen, {} as never, { signal });
  const config = { batchActions: [{ name: "freeze", run }] } as unknown as ListConfig;
  const order = { action: "freeze", rows: [{ id: "1" }], values: "" };
  await createListPort(config, client, {} as UrlSync).runBatch(order, signal);
  expect(options).toEqual([{ signal, showsRefusal: true }]);
});
