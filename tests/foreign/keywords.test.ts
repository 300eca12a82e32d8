import { afterAll, beforeAll, expect, test } from "vitest";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import { fitsKeyword } from "../../adapters/contract/fitsKeyword.ts";
import { type LoginResult, loginCalls } from "../../adapters/contract/session.ts";
import { type Client, createClient } from "../../adapters/http/client.ts";
import { hashMd5 } from "../../adapters/http/hashMd5.ts";
import { createRecordReader } from "../../adapters/http/records/recordReader.ts";
import type { ChoiceSource } from "../../src/list/pickers/choiceSource.ts";
import { companyChoices } from "../../src/list/pickers/companyChoices.ts";
import { searchChoices } from "../../src/list/pickers/searchChoices.ts";
import { type ForeignPlatform, startForeignPlatform } from "./foreignPlatform.ts";

// The platform answers all of its rows, whatever the keyword.
let platform: ForeignPlatform;
let client: Client;
const config = () =>
  completeConsoleConfig({ api: new URL(platform.apiUrl).origin, device: platform.deviceUrl });
beforeAll(async () => {
  platform = await startForeignPlatform();
  let login: LoginResult | null = null;
  client = createClient({ config, credentials: () => login, fetch, onError: () => undefined });
  const { phoneNumber, password } = platform.account;
  login = await client.call(loginCalls.login, { body: { phoneNumber, password: await hashMd5(password) } });
});
afterAll(() => platform.close());

test.each([
  ["公司0", { company: ["公司0"] }],
  ["13900000000", { user: ["用户0"] }],
  ["fp0", { invoice: ["FP0"] }],
  ["设备0", { drone: ["设备0"], hangar: ["设备0"] }],
  ["没有", {}],
])("the search for %s at a platform that ignores keywords shows what has it", async (text, hits) => {
  const reader = createRecordReader({ client, config: config(), caller: () => ({ roles: ["admin"] }) });
  const { groups } = await reader.search(text);
  expect(groups.map(({ hasMore }) => hasMore)).toEqual(groups.map(() => false));
  expect(
    Object.fromEntries(groups.map(({ kind, hits: found }) => [kind, found.map(({ title }) => title)])),
  ).toEqual(hits);
});

test("a picker offers what fits the text there, and all with a name before anything is typed", async () => {
  const search = async (text: string, source: ChoiceSource = companyChoices) =>
    (await searchChoices(source, { client, config: config() }, text, new AbortController().signal)).map(
      ({ label }) => label,
    );
  expect([await search(""), await search("司0"), await search("gongsi0"), await search("没有")]).toEqual([
    ["公司0"],
    ["公司0"],
    ["公司0"],
    [],
  ]);
  const byPhone = {
    ...companyChoices,
    search: async () => [{ value: "1", label: "甲", found: ["138****0001"] }],
  };
  expect([await search("13800000001", byPhone), await search("13900000001", byPhone)]).toEqual([["甲"], []]);
});

test.each([
  [" ABC ", ["xabcx"], true],
  ["13800000001", ["甲公司 · 138****0001"], true],
  ["+86 138 0000 0001", ["138****0001"], true],
  ["13800000002", ["138****0001"], false],
  ["13800000001", ["****", "*"], false],
  ["0001", ["138****0001"], true],
])("keyword %s in %j: %s", (keyword, texts, fits) => {
  expect(fitsKeyword(keyword, texts)).toBe(fits);
});
