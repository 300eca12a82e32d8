import { eq } from "drizzle-orm";
import { type OrderDetail, type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { type OrderPayRow, orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { insertStaff } from "../../../server/auth/insertStaff.ts";
import { goods, goodsItems } from "../../../server/db/schema/goods.ts";
import { type OrderRecord, orders } from "../../../server/db/schema/order.ts";
import { services } from "../../../server/db/schema/service.ts";
import { type CallResponse, injectCall } from "../../helpers/injectCall.ts";
import {
  type ConsoleRole,
  md5,
  openSession,
  type RequestHeaders,
  type TestPlatform,
  testPassword,
} from "../../helpers/testPlatform.ts";

/** One service of the goods that a test creates. */
export interface ServiceFixture {
  readonly priceFen?: number;
  readonly quantity?: number;
  readonly taxRate?: "0" | "1" | "3" | "6" | "9" | "13";
  /** Id of an existing service. */
  readonly id?: string;
}

export interface GoodsFixture {
  readonly id: string;
  readonly serviceIds: readonly string[];
}

/** A staff member with their own session. */
export interface Colleague {
  readonly id: string;
  readonly headers: RequestHeaders;
}

export type OrderState = Pick<OrderRow, "id" | "version" | "status">;
type CreateBody = Parameters<typeof injectCall<typeof orderCalls.orderCreate>>[2]["body"];
type RegisterBody = Parameters<typeof injectCall<typeof orderPayCalls.orderPayRegister>>[2]["body"];
type Order = Pick<OrderRow, "id" | "version">;

/** Helpers of order tests. Orders and payments go through calls, goods and staff are inserted. */
export interface OrderFixture {
  readonly createGoods: (
    fields?: Partial<typeof goods.$inferInsert>,
    inside?: readonly ServiceFixture[],
  ) => Promise<GoodsFixture>;
  readonly createColleague: (...roles: ConsoleRole[]) => Promise<Colleague>;
  readonly nextRequestId: () => string;
  readonly create: (
    headers: RequestHeaders,
    body: Pick<CreateBody, "companyId" | "items"> & Partial<CreateBody>,
  ) => Promise<CallResponse>;
  readonly register: (
    headers: RequestHeaders,
    order: Order,
    body?: Partial<RegisterBody>,
  ) => Promise<CallResponse>;
  readonly withdraw: (headers: RequestHeaders, order: Order) => Promise<CallResponse>;
  readonly audit: (
    headers: RequestHeaders,
    order: Order,
    decision: { readonly pass: boolean; readonly remark?: string; readonly payerVerified?: boolean },
  ) => Promise<CallResponse>;
  readonly cancel: (headers: RequestHeaders, order: Order, refundFen?: number) => Promise<CallResponse>;
  readonly getRecord: (id: string) => Promise<OrderRecord>;
  readonly getPayments: (id: string) => Promise<OrderPayRow[]>;
  /** Creates an order that is paid and approved in full, by three different people. */
  readonly createPaid: (
    body: Pick<CreateBody, "companyId" | "items"> & Partial<CreateBody>,
  ) => Promise<OrderRecord>;
}

/** Returns the data of a response with state 0, otherwise throws. */
export function unwrapData<T>({ body }: CallResponse): T {
  if (body.state !== 0) throw new Error(`state ${body.state}: ${body.message}`);
  // Cast: the server has checked the data against the call's schema.
  return body.data as T;
}

/** Where refunds go; a part of a bank transfer needs it. */
export const refundPayee = {
  refundPayee: "晴川低空科技有限公司",
  refundBank: "招商银行深圳分行",
  refundAccount: "6225880123456789",
};

// Shared by all fixtures, since one platform may have two of them.
let requestCount = 0;
let recordCount = 0;
let phoneCount = 0;

/** Creates the fixture on one test platform. */
export async function createOrderFixture(ctx: TestPlatform): Promise<OrderFixture> {
  const { app, db, platform, clock } = ctx;
  const nextRequestId = () => `order-act-${++requestCount}`;
  const timestamps = () => ({ createdAt: clock.now(), updatedAt: clock.now() });

  async function insertService({ id, priceFen = 10_000, taxRate = "6" }: ServiceFixture): Promise<string> {
    if (id) return id;
    const serviceId = platform.newId();
    const name = `服务${++recordCount}`;
    await db.insert(services).values({
      ...timestamps(),
      id: serviceId,
      name,
      nameOrder: name,
      code: `S${recordCount}`,
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

  const fixture: OrderFixture = {
    nextRequestId,
    createGoods: async (fields = {}, items = [{}]) => {
      const id = platform.newId();
      const name = `商品${++recordCount}`;
      const priceFen = fields.priceFen ?? 120_000;
      await db.insert(goods).values({
        ...timestamps(),
        id,
        name,
        nameOrder: name,
        code: `G${recordCount}`,
        months: 12,
        originPriceFen: priceFen,
        status: "onSale",
        search: name,
        ...fields,
        priceFen,
      });
      const serviceIds: string[] = [];
      for (const [position, item] of items.entries()) {
        const serviceId = await insertService(item);
        serviceIds.push(serviceId);
        await db
          .insert(goodsItems)
          .values({ goodsId: id, serviceId, quantity: item.quantity ?? 10, position });
      }
      return { id, serviceIds };
    },
    createColleague: async (...roles) => {
      const authHeaders = {
        name: `同事${++phoneCount}`,
        phoneNumber: `1390000${String(phoneCount).padStart(4, "0")}`,
        roles,
        password: md5(testPassword),
        mustChange: false,
      };
      const { id } = await insertStaff(db, authHeaders, { now: clock.now(), newId: platform.newId });
      return { id, headers: await openSession(platform, id) };
    },
    create: (authHeaders, body) =>
      injectCall(
        app,
        orderCalls.orderCreate,
        { body: { type: "new", requestId: nextRequestId(), ...body } },
        authHeaders,
      ),
    register: (authHeaders, { id, version }, body = {}) =>
      injectCall(
        app,
        orderPayCalls.orderPayRegister,
        { body: { id, version, bankName: "招商银行", requestId: nextRequestId(), ...body } },
        authHeaders,
      ),
    withdraw: (authHeaders, { id, version }) =>
      injectCall(
        app,
        orderPayCalls.orderPayWithdraw,
        { body: { id, version, requestId: nextRequestId() } },
        authHeaders,
      ),
    audit: (authHeaders, { id, version }, decision) =>
      injectCall(
        app,
        orderCalls.orderAudit,
        { body: { id, version, requestId: nextRequestId(), ...decision } },
        authHeaders,
      ),
    cancel: (authHeaders, { id, version }, refundFen) =>
      injectCall(
        app,
        orderCalls.orderCancel,
        {
          body: {
            id,
            version,
            reason: "客户要求",
            requestId: nextRequestId(),
            ...(refundFen === undefined ? {} : { refundFen, ...refundPayee }),
          },
        },
        authHeaders,
      ),
    getRecord: async (id) => {
      const [record] = await db.select().from(orders).where(eq(orders.id, id));
      if (!record) throw new Error("There is no such order");
      return record;
    },
    getPayments: async (id) =>
      unwrapData<OrderPayRow[]>(
        await injectCall(
          app,
          orderPayCalls.orderPayForOrder,
          { params: { id } },
          await ctx.loginAs("finance"),
        ),
      ),
    createPaid: async (body) => {
      const createdOrder = unwrapData<OrderDetail>(await fixture.create(await ctx.loginAs("admin"), body));
      const registered = createdOrder.payableFen
        ? unwrapData<OrderState>(await fixture.register(await ctx.loginAs("operator"), createdOrder))
        : createdOrder;
      unwrapData(await fixture.audit(await ctx.loginAs("finance"), registered, { pass: true }));
      return fixture.getRecord(createdOrder.id);
    },
  };
  return fixture;
}
