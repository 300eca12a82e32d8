import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { auditEntity } from "../../../adapters/contract/auditTrail.ts";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { fieldLabel, formatValue } from "../../../server/audit/formatValue.ts";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { goods } from "../../../server/db/schema/goods.ts";
import { invoices } from "../../../server/db/schema/invoice.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { services } from "../../../server/db/schema/service.ts";

type Node = Readonly<Record<string, unknown>>;
interface AskedField {
  readonly entity: string;
  readonly field: string;
  readonly values: readonly string[];
}

/** What a caller sends that no row keeps under this name: proofs, secrets, and what is kept as a field of the record. */
const excludedFields = new Set([
  "requestId",
  "version",
  "captchaId",
  "captcha",
  "password",
  "oldPassword",
  "newPassword",
  "confirmPassword",
  "to",
  "pass",
  "account",
  "destCid",
]);

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const asNode = (value: unknown): Node => (isNode(value) ? value : {});
const getEnumValues = (schema: Node): string[] =>
  [schema["enum"], asNode(schema["items"])["enum"]].flat().filter((item) => typeof item === "string");

/** Every field of a schema, at any depth, with the values that it is limited to. */
function collectFields(entity: string, schema: unknown): AskedField[] {
  if (!isNode(schema)) return [];
  const own = Object.entries(asNode(schema["properties"])).map(([field, inner]) => ({
    entity,
    field,
    values: getEnumValues(asNode(inner)),
  }));
  return [...own, ...Object.values(schema).flatMap((inner) => collectFields(entity, inner))];
}

const askedFields = Object.values<Endpoint>(contract).flatMap(({ audit, params, query, body }) =>
  [params, query, body].flatMap((schema) =>
    audit && schema
      ? collectFields(audit, z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
      : [],
  ),
);
const hasNoLabel = (field: string) => fieldLabel(field) === "其他信息";
const auditedFields = askedFields.filter(({ field }) => !excludedFields.has(field));

test("Every kind of object that an audited call names has a Chinese name", () => {
  const entities = [...new Set(askedFields.map(({ entity }) => entity))];
  expect(entities.length).toBeGreaterThan(12);
  expect(entities.filter((entity) => !/\p{Script=Han}/u.test(auditEntity.label(entity)))).toEqual([]);
});

test("Every field that an audited call takes has a Chinese name in `server/audit/fieldLabels.ts`", () => {
  const fields = [...new Set(auditedFields.map(({ field }) => field))];
  expect(fields.length).toBeGreaterThan(70);
  expect(fields.filter(hasNoLabel)).toEqual([]);
});

/** What acts on a record never tell: how it is sorted and found, and what its own row says of every change. */
const internalColumns = new Set([
  "version",
  "deletedAt",
  "statusAt",
  "companyNameOrder",
  "nameOrder",
  "search",
  "taxLines",
]);

test("Every field of what money is counted in has one too: acts change fields that nobody sends", () => {
  const fields = [channelCodes, goods, invoices, orderPays, orders, services].flatMap((table) =>
    Object.keys(getTableColumns(table)),
  );
  expect(fields).toEqual(expect.arrayContaining(["earnedFen", "redIssueDate"]));
  expect(
    [...fields, "moved", "grantId"].filter((field) => !internalColumns.has(field) && hasNoLabel(field)),
  ).toEqual([]);
});

test("Every value that such a field is limited to is told in words", () => {
  const raw = auditedFields.flatMap(({ entity, field, values }) =>
    values
      .filter((value) => /^[a-z]/.test(formatValue(entity, field, value)))
      .map((value) => `${entity}.${field}: ${value}`),
  );
  expect(raw).toEqual([]);
});
