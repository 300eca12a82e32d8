import { readFileSync } from "node:fs";
import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { auditEntities } from "../../../adapters/contract/auditEntities.ts";
import { auditEntity } from "../../../adapters/contract/auditTrail.ts";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import * as words from "../../../adapters/contract/words.ts";
import { fieldLabel } from "../../../server/audit/fieldLabel.ts";
import { formatValue } from "../../../server/audit/formatValue.ts";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { declaredSubjects } from "../../../server/db/schema/declaredSubjects.ts";
import { goods } from "../../../server/db/schema/goods.ts";
import { invoices } from "../../../server/db/schema/invoice.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { services } from "../../../server/db/schema/service.ts";

type Node = Readonly<Record<string, unknown>>;
interface InputField {
  readonly entity: string;
  readonly field: string;
  readonly values: readonly string[];
}

/** Inputs that are not audited under this name: request metadata, secrets, and inputs stored as another field. */
const excludedFields = new Set([
  "requestId",
  "version",
  "versions",
  "captchaId",
  "captcha",
  "challenge",
  "ticket",
  "password",
  "oldPassword",
  "newPassword",
  "confirmPassword",
  "to",
  "pass",
  "account",
  "destCid",
  "companies",
  "users",
  "headings",
]);

/** Conditions of other lists, and columns of a statement: recorded as a sentence, in the words of those. */
const describedFields = new Set(["companies", "users", "statementColumns"]);

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const asNode = (value: unknown): Node => (isNode(value) ? value : {});
const getEnumValues = (schema: Node): string[] =>
  [schema["enum"], asNode(schema["items"])["enum"]].flat().filter((item) => typeof item === "string");

/** Every field of a schema, at any depth, with its enum values. */
function collectFields(entity: string, schema: unknown): InputField[] {
  if (!isNode(schema)) return [];
  const own = Object.entries(asNode(schema["properties"])).map(([field, inner]) => ({
    entity,
    field,
    values: getEnumValues(asNode(inner)),
  }));
  const inner = Object.entries(schema).filter(([name]) => !describedFields.has(name));
  return [...own, ...inner.flatMap(([, part]) => collectFields(entity, part))];
}

const inputFields = Object.values<Endpoint>(contract).flatMap(({ audit, params, query, body }) =>
  [params, query, body].flatMap((schema) =>
    audit && schema
      ? collectFields(audit, z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
      : [],
  ),
);
const hasNoLabel = (field: string, entity?: string) => fieldLabel(field, entity) === "其他信息";
const auditedFields = inputFields.filter(({ field }) => !excludedFields.has(field));

test("Every entity of an audited call has a Chinese name", () => {
  const entities = [...new Set(inputFields.map(({ entity }) => entity))];
  expect(entities.length).toBeGreaterThan(12);
  expect(entities.filter((entity) => !/\p{Script=Han}/u.test(auditEntity.label(entity)))).toEqual([]);
});

test("The trail names the records of every kind but these, which have no name", () => {
  const named = new Set<string>(declaredSubjects.flatMap(({ entities }) => entities));
  const nameless = Object.keys(auditEntities).filter((entity) => !named.has(entity));
  expect(nameless.sort()).toEqual(["alarmRule", "auditTrail", "duty", "personalData", "statementLayout"]);
});

test("Every input field of an audited call has a Chinese name in `server/records/fieldLabels.ts`, or beside it", () => {
  expect(new Set(auditedFields.map(({ field }) => field)).size).toBeGreaterThan(70);
  const unnamed = auditedFields.filter(({ entity, field }) => hasNoLabel(field, entity));
  expect(unnamed.map(({ entity, field }) => `${entity}.${field}`)).toEqual([]);
});

/** Columns that no audit row has: sort keys, search texts and bookkeeping. */
const internalColumns = new Set([
  "version",
  "versions",
  "deletedAt",
  "statusAt",
  "companyNameOrder",
  "nameOrder",
  "search",
  "taxLines",
]);

test("So has every column of tables with amounts, since calls change columns that are no input", () => {
  const fields = [channelCodes, goods, invoices, orderPays, orders, services].flatMap((table) =>
    Object.keys(getTableColumns(table)),
  );
  expect(fields).toEqual(expect.arrayContaining(["earnedFen", "redIssueDate"]));
  expect(
    [...fields, "moved", "grantId"].filter((field) => !internalColumns.has(field) && hasNoLabel(field)),
  ).toEqual([]);
});

test("Every enum value of such a field has a label", () => {
  const raw = auditedFields.flatMap(({ entity, field, values }) =>
    values
      .filter((value) => /^[a-z]/.test(formatValue(entity, field, value)))
      .map((value) => `${entity}.${field}: ${value}`),
  );
  expect(raw).toEqual([]);
});

test("Ids of sessions, which name nothing, are counted", () => {
  expect(formatValue("session", "sessionsEnded", ["7412345678901234567", "7412345678901234568"])).toBe(
    "2 个",
  );
  expect(formatValue("session", "sessionsEnded", [])).toBe("");
});

/** Forms below `src/pages` with labels of their own; those that take the labels of the contract cannot differ. */
const formFiles: readonly (readonly [entity: string, file: string])[] = [
  ["company", "account/companyForm.ts"],
  ["invoiceProfile", "account/invoiceProfileForm.ts"],
  ["staff", "account/staffForm.ts"],
  ["channelCode", "channel/channelList.page.tsx"],
  ["goods", "goods/goodsForm.tsx"],
  ["service", "goods/serviceForm.ts"],
  ["box", "operate/boxForm.tsx"],
  ["plus", "operate/plusForms.ts"],
  ["hangar", "operate/hangarForm.tsx"],
];
/** Stored as ids or as a list of parts: the trail names what it has. */
const namedByParts = /Ids?$|^(items|mustChange)$/;

test.each(formFiles)("The trail of %s names fields as %s does, but for units", (entity, file) => {
  const source = readFileSync(new URL(`../../../src/pages/${file}`, import.meta.url), "utf8");
  const fields = [...source.matchAll(/name: "(\w+)",\s*label: (?:"([^"]+)"|word\.(\w+))/g)].map(
    ([, name = "", text, word = ""]) => [
      name,
      text ?? Object.entries(words).find(([key]) => key === word)?.[1] ?? "",
    ],
  ) as [string, string][];
  expect(fields.length).toBeGreaterThan(1);
  const withoutUnit = (label: string) => label.replace(/（%）$/, "");
  expect(
    fields
      .filter(([name]) => !namedByParts.test(name) && !hasNoLabel(name))
      .filter(([name, label]) => withoutUnit(fieldLabel(name, entity)) !== withoutUnit(label)),
  ).toEqual([]);
});
