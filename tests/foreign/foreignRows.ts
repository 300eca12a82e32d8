import { numbersAsStrings, writeTime } from "./foreignJson.ts";

/** `smallest` has the fewest fields, `odd` null wherever it may be, numbers as strings and a row without an id. */
export type Variant = "smallest" | "odd";

export type Row = Readonly<Record<string, unknown>>;

const rowNumbers = [0, 1, 2] as const;
const start = Date.UTC(2024, 4, 6, 7, 8, 9);
const unknownStatus = 99;

/** The notations of the table below, or a text that says which record it is, with what addresses must encode. */
export type Ids = "various" | "text";

type IdNotation = (n: number) => number | bigint | string;

const idNotations = {
  number: (n) => 101 + n,
  // Above 2^53: JavaScript's JSON.parse reads another number.
  long: (n) => 1_790_000_000_000_000_001n + BigInt(n),
  uuid: (n) => `6f1c0a5e-0b7d-4c58-9d43-00000000000${n + 1}`,
} satisfies Record<string, IdNotation>;

interface EntityShape {
  readonly id: IdNotation;
  /** Name of the id where the specification has another than `id`. */
  readonly idName?: string;
  /** What the specification mentions of it anywhere: in a field, a path or a screen's name. */
  readonly fields: (n: number) => Row;
}

const { number, long, uuid } = idNotations;

const entities = {
  user: {
    id: number,
    fields: (n) => ({ phoneNumber: `1390000000${n}`, name: `用户${n}`, roles: ["editor"] }),
  },
  company: { id: uuid, fields: (n) => ({ name: `公司${n}` }) },
  order: { id: long, fields: (n) => ({ bankName: `银行${n}` }) },
  payment: { id: long, fields: (n) => ({ bankName: `银行${n}` }) },
  invoice: { id: long, fields: (n) => ({ invoiceNo: `FP${n}`, remark: `备注${n}` }) },
  service: { id: number, fields: (n) => ({ name: `服务${n}` }) },
  goods: { id: number, fields: (n) => ({ name: `商品${n}` }) },
  channelCode: { id: uuid, fields: (n) => ({ channelCode: `QD${n}` }) },
  sms: { id: long, fields: (n) => ({ phone: `1370000000${n}`, type: n + 1 }) },
  liveTask: { id: long, idName: "taskId", fields: () => ({}) },
  historyTask: { id: long, fields: () => ({}) },
  controlZone: { id: number, fields: (n) => ({ name: `区域${n}` }) },
  logo: { id: number, fields: () => ({}) },
  box: { id: number, fields: (n) => ({ mac: `02:00:00:00:00:0${n}` }) },
  plus: { id: number, fields: (n) => ({ name: `设备${n}` }) },
  device: { id: uuid, fields: (n) => ({ name: `设备${n}` }) },
} satisfies Record<string, EntityShape>;

export type Entity = keyof typeof entities;

const idOf = (entity: Entity, n: number, ids: Ids): number | bigint | string =>
  ids === "text" ? `${entity}/${n + 1}号 a-b` : entities[entity].id(n);

/** The ids of an entity's rows, as a path has them before it is encoded. */
export function entityIds(entity: Entity, ids: Ids): string[] {
  return rowNumbers.map((n) => String(idOf(entity, n, ids)));
}

/** The three rows of an entity. */
export function entityRows(entity: Entity, variant: Variant, ids: Ids): Row[] {
  return rowNumbers.map((n) => (variant === "odd" ? oddRow(entity, n, ids) : smallestRow(entity, n, ids)));
}

/** One entity by its id; the first for an id that none has. */
export function entityDetail(entity: Entity, id: string | undefined, variant: Variant, ids: Ids): Row {
  const n = Math.max(entityIds(entity, ids).indexOf(id ?? ""), 0);
  const row = smallestRow(entity, n, ids);
  return variant === "odd" ? withoutValues(row, idNames(entity)) : row;
}

/** The first row is whole, the second lacks a field, the third has a null, an unknown status and an unknown key. */
function smallestRow(entity: Entity, n: number, ids: Ids): Row {
  const shape: EntityShape = entities[entity];
  const all = { ...shape.fields(n), status: n, createTime: writeTime(start + n * 60_000, n) };
  const row = { [shape.idName ?? "id"]: idOf(entity, n, ids), ...all };
  const first = Object.keys(all)[0] ?? "status";
  if (n === 1) return Object.fromEntries(Object.entries(row).filter(([key]) => key !== first));
  return n === 2 ? { ...row, [first]: null, status: unknownStatus, zzExtra: { list: [1, null] } } : row;
}

/** The first row has strings for numbers, the second nulls, the third no id. */
function oddRow(entity: Entity, n: number, ids: Ids): Row {
  const row = smallestRow(entity, n, ids);
  // Cast: the members of an object remain an object.
  if (n === 0) return numbersAsStrings(row) as Row;
  if (n === 1) return withoutValues(row, idNames(entity));
  return Object.fromEntries(Object.entries(row).filter(([key]) => !idNames(entity).includes(key)));
}

const withoutValues = (row: Row, kept: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, kept.includes(key) ? value : null]));

function idNames(entity: Entity): readonly string[] {
  const shape: EntityShape = entities[entity];
  return [shape.idName ?? "id"];
}
