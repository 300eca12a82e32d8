import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { auditEntity } from "../../adapters/contract/auditTrail.ts";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { fieldWords, valueWords } from "../../server/audit/valueWords.ts";
import { channelCodes } from "../../server/db/schema/channelCode.ts";
import { goods } from "../../server/db/schema/goods.ts";
import { invoices } from "../../server/db/schema/invoice.ts";
import { orders } from "../../server/db/schema/order.ts";
import { orderPays } from "../../server/db/schema/orderPay.ts";
import { services } from "../../server/db/schema/service.ts";

type Node = Readonly<Record<string, unknown>>;
interface Asked {
  readonly entity: string;
  readonly field: string;
  readonly values: readonly string[];
}

/** What a caller sends that no row keeps under this name: proofs, secrets, and what is kept as a field of the record. */
const neverKept = new Set([
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
const valuesOf = (schema: Node): string[] =>
  [schema["enum"], asNode(schema["items"])["enum"]].flat().filter((one) => typeof one === "string");

/** Every field of a schema, at any depth, with the values that it is limited to. */
function fieldsIn(entity: string, schema: unknown): Asked[] {
  if (!isNode(schema)) return [];
  const own = Object.entries(asNode(schema["properties"])).map(([field, inner]) => ({
    entity,
    field,
    values: valuesOf(asNode(inner)),
  }));
  return [...own, ...Object.values(schema).flatMap((inner) => fieldsIn(entity, inner))];
}

const asked = Object.values<Endpoint>(contract).flatMap(({ audit, params, query, body }) =>
  [params, query, body].flatMap((schema) =>
    audit && schema ? fieldsIn(audit, z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })) : [],
  ),
);
const nameless = (field: string) => fieldWords(field) === "其他信息";
const kept = asked.filter(({ field }) => !neverKept.has(field));

test("Every kind of object that an audited call names has a Chinese name", () => {
  const entities = [...new Set(asked.map(({ entity }) => entity))];
  expect(entities.length).toBeGreaterThan(12);
  expect(entities.filter((entity) => !/\p{Script=Han}/u.test(auditEntity.label(entity)))).toEqual([]);
});

test("Every field that an audited call takes has a Chinese name in `server/audit/fieldNames.ts`", () => {
  const fields = [...new Set(kept.map(({ field }) => field))];
  expect(fields.length).toBeGreaterThan(70);
  expect(fields.filter(nameless)).toEqual([]);
});

/** What acts on a record never tell: how it is sorted and found, and what its own row says of every change. */
const ownAffair = new Set([
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
  expect([...fields, "moved", "grantId"].filter((field) => !ownAffair.has(field) && nameless(field))).toEqual(
    [],
  );
});

test("Every value that such a field is limited to is told in words", () => {
  const raw = kept.flatMap(({ entity, field, values }) =>
    values
      .filter((value) => /^[a-z]/.test(valueWords(entity, field, value)))
      .map((value) => `${entity}.${field}: ${value}`),
  );
  expect(raw).toEqual([]);
});
