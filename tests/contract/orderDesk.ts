import { eq } from "drizzle-orm";
import { type OrderDetail, type OrderRow, orderCalls } from "../../adapters/contract/order.ts";
import { type OrderPayRow, orderPayCalls } from "../../adapters/contract/orderPay.ts";
import { newStaff } from "../../server/auth/newStaff.ts";
import { goods, goodsItems } from "../../server/db/schema/goods.ts";
import { type OrderRecord, orders } from "../../server/db/schema/order.ts";
import { services } from "../../server/db/schema/service.ts";
import {
  type ConsoleRole,
  type Headers,
  md5,
  openSession,
  password,
  type TestPlatform,
} from "../platform.ts";
import { type Answered, send } from "../send.ts";

/** One service of a goods that a test makes. */
export interface MadeService {
  readonly priceFen?: number;
  readonly quantity?: number;
  readonly taxRate?: "0" | "1" | "3" | "6" | "9" | "13";
  /** An id that another goods' service has already. */
  readonly id?: string;
}

export interface MadeGoods {
  readonly id: string;
  readonly serviceIds: readonly string[];
}

/** A colleague with headers of their own. */
export interface Colleague {
  readonly id: string;
  readonly headers: Headers;
}

type Moved = Pick<OrderRow, "id" | "version" | "status">;
type CreateBody = Parameters<typeof send<typeof orderCalls.orderCreate>>[2]["body"];
type RegisterBody = Parameters<typeof send<typeof orderPayCalls.orderPayRegister>>[2]["body"];
type Order = Pick<OrderRow, "id" | "version">;

/** What tests do with orders, through the calls themselves. */
export interface OrderDesk {
  readonly goods: (
    fields?: Partial<typeof goods.$inferInsert>,
    inside?: readonly MadeService[],
  ) => Promise<MadeGoods>;
  readonly colleague: (...roles: ConsoleRole[]) => Promise<Colleague>;
  readonly requestId: () => string;
  readonly create: (
    who: Headers,
    body: Pick<CreateBody, "companyId" | "items"> & Partial<CreateBody>,
  ) => Promise<Answered>;
  readonly register: (who: Headers, order: Order, body?: Partial<RegisterBody>) => Promise<Answered>;
  readonly withdraw: (who: Headers, order: Order) => Promise<Answered>;
  readonly audit: (
    who: Headers,
    order: Order,
    decision: { readonly pass: boolean; readonly remark?: string; readonly payerVerified?: boolean },
  ) => Promise<Answered>;
  readonly cancel: (who: Headers, order: Order, refundFen?: number) => Promise<Answered>;
  readonly record: (id: string) => Promise<OrderRecord>;
  readonly pays: (id: string) => Promise<OrderPayRow[]>;
  /** A new order that has been registered and approved in full, by three different people. */
  readonly paid: (
    body: Pick<CreateBody, "companyId" | "items"> & Partial<CreateBody>,
  ) => Promise<OrderRecord>;
}

/** The data of an answer with state 0. */
export function dataOf<T>({ body }: Answered): T {
  if (body.state !== 0) throw new Error(`state ${body.state}: ${body.message}`);
  // Seam: the server has checked the data against the call's own schema.
  return body.data as T;
}

// Counted for all desks: two of them may stand on one platform.
let acts = 0;
let made = 0;
let phones = 0;

/** A desk on one test platform. */
export async function orderDesk(on: TestPlatform): Promise<OrderDesk> {
  const { app, db, platform, clock } = on;
  const requestId = () => `order-act-${++acts}`;
  const stamps = () => ({ createdAt: clock.now(), updatedAt: clock.now() });

  async function service({ id, priceFen = 10_000, taxRate = "6" }: MadeService): Promise<string> {
    if (id) return id;
    const serviceId = platform.newId();
    const name = `服务${++made}`;
    await db.insert(services).values({
      ...stamps(),
      id: serviceId,
      name,
      nameOrder: name,
      code: `S${made}`,
      level: 1,
      kind: "flight",
      unit: "架次",
      priceFen,
      taxRate,
      taxCode: "3040203000000000000",
      status: "onShelf",
      search: name,
    });
    return serviceId;
  }

  const desk: OrderDesk = {
    requestId,
    goods: async (fields = {}, inside = [{}]) => {
      const id = platform.newId();
      const name = `商品${++made}`;
      const priceFen = fields.priceFen ?? 120_000;
      await db.insert(goods).values({
        ...stamps(),
        id,
        name,
        nameOrder: name,
        code: `G${made}`,
        months: 12,
        originPriceFen: priceFen,
        status: "onSale",
        search: name,
        ...fields,
        priceFen,
      });
      const serviceIds: string[] = [];
      for (const [position, one] of inside.entries()) {
        const serviceId = await service(one);
        serviceIds.push(serviceId);
        await db
          .insert(goodsItems)
          .values({ goodsId: id, serviceId, quantity: one.quantity ?? 10, position });
      }
      return { id, serviceIds };
    },
    colleague: async (...roles) => {
      const who = {
        name: `同事${++phones}`,
        phoneNumber: `1390000${String(phones).padStart(4, "0")}`,
        roles,
        password: md5(password),
        mustChange: false,
      };
      const { id } = await newStaff(db, who, { now: clock.now(), newId: platform.newId });
      return { id, headers: await openSession(platform, id) };
    },
    create: (who, body) =>
      send(app, orderCalls.orderCreate, { body: { type: "new", requestId: requestId(), ...body } }, who),
    register: (who, { id, version }, body = {}) =>
      send(
        app,
        orderPayCalls.orderPayRegister,
        { body: { id, version, bankName: "招商银行", requestId: requestId(), ...body } },
        who,
      ),
    withdraw: (who, { id, version }) =>
      send(app, orderPayCalls.orderPayWithdraw, { body: { id, version, requestId: requestId() } }, who),
    audit: (who, { id, version }, decision) =>
      send(app, orderCalls.orderAudit, { body: { id, version, requestId: requestId(), ...decision } }, who),
    cancel: (who, { id, version }, refundFen) =>
      send(
        app,
        orderCalls.orderCancel,
        {
          body: {
            id,
            version,
            reason: "客户要求",
            requestId: requestId(),
            ...(refundFen === undefined ? {} : { refundFen }),
          },
        },
        who,
      ),
    record: async (id) => {
      const [record] = await db.select().from(orders).where(eq(orders.id, id));
      if (!record) throw new Error("There is no such order");
      return record;
    },
    pays: async (id) =>
      dataOf<OrderPayRow[]>(
        await send(app, orderPayCalls.orderPayForOrder, { params: { id } }, await on.as("finance")),
      ),
    paid: async (body) => {
      const made = dataOf<OrderDetail>(await desk.create(await on.as("admin"), body));
      const registered = made.payableFen
        ? dataOf<Moved>(await desk.register(await on.as("operator"), made))
        : made;
      dataOf(await desk.audit(await on.as("finance"), registered, { pass: true }));
      return desk.record(made.id);
    },
  };
  return desk;
}
