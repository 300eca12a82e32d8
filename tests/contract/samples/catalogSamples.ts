import { asc } from "drizzle-orm";
import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { goodsCalls } from "../../../adapters/contract/goods.ts";
import { serviceCalls } from "../../../adapters/contract/service.ts";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { goods } from "../../../server/db/schema/goods.ts";
import { services } from "../../../server/db/schema/service.ts";
import { insertGoods, insertService } from "../catalog/catalogRecords.ts";
import { addByCall, recordSamples } from "./recordSamples.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const firstPage = { pageNo: 1, pageSize: 20 };

async function getFirst(context: SampleContext, table: typeof services | typeof goods | typeof channelCodes) {
  const [record] = await context.ctx.db
    .select({ id: table.id, version: table.version })
    .from(table)
    .orderBy(asc(table.id));
  if (!record) throw new Error("The demo data lacks what a sample needs");
  return record;
}

/** The body of an edit of the table's first record. */
const toEditBody = async (
  context: SampleContext,
  table: typeof services | typeof goods | typeof channelCodes,
) => ({
  ...(await getFirst(context, table)),
  requestId: context.nextRequestId(),
});

/** Arguments of an action on a record by its id. */
const toActionArgs = (
  context: SampleContext,
  { id, version }: { readonly id: string; readonly version: number },
) => ({
  params: { id },
  query: { version, requestId: context.nextRequestId() },
});

export const serviceSamples: Samples<typeof serviceCalls> = recordSamples(
  serviceCalls,
  ({ ctx }) => insertService(ctx.db),
  {
    servicePageList: {
      role: "finance",
      args: () => ({
        body: { ...firstPage, keyword: "巡检", kind: "flight", sort: { field: "code", order: "asc" } },
      }),
      invalid: { args: { body: { ...firstPage, kind: "boat" } }, path: "kind" },
    },
    serviceTreeList: {
      role: "finance",
      args: () => ({ query: { status: "onShelf" } }),
      invalid: { args: { query: { status: "half" } }, path: "status" },
    },
    serviceTreeListPost: {
      role: "finance",
      args: () => ({ body: { kind: "device" } }),
      invalid: { args: { body: { level: 2 } }, path: "level" },
    },
    serviceModify: {
      role: "operator",
      args: async (context) => ({
        body: { ...(await toEditBody(context, services)), description: "新的说明" },
      }),
      invalid: { args: { body: { requestId: "12345678", name: "没有编码的服务" } }, path: "code" },
    },
    serviceSoldOut: {
      role: "operator",
      args: async (context) =>
        toActionArgs(context, await insertService(context.ctx.db, { status: "onShelf" })),
      invalid: { args: { params: { id: "1" }, query: { version: "0" } }, path: "version" },
    },
  },
);

export const goodsSamples: Samples<typeof goodsCalls> = recordSamples(
  goodsCalls,
  ({ ctx }) => insertGoods(ctx.db, []),
  {
    goodsPageList: {
      role: "finance",
      args: () => ({ body: { ...firstPage, keyword: "套餐", status: "onSale", minFen: 100 } }),
      invalid: { args: { body: { ...firstPage, minFen: -1 } }, path: "minFen" },
    },
    goodsSave: {
      role: "operator",
      args: async (context) => ({ body: { ...(await toEditBody(context, goods)), description: "新的说明" } }),
      invalid: {
        args: {
          body: { id: "1", version: 1, requestId: "12345678", items: [{ serviceId: "1", quantity: 0 }] },
        },
        path: "items.0.quantity",
      },
    },
  },
);

let codeCount = 0;
const toChannelArgs = ({ nextRequestId, nextPhone }: SampleContext) => ({
  body: {
    requestId: nextRequestId(),
    name: "新渠道",
    code: `SAMPLE${++codeCount}`,
    contact: "李四",
    phone: nextPhone(),
    ratio: 12.25,
    expireAt: "2027-01-01T00:00:00.000Z",
    remark: "展会",
  },
});

export const channelCodeSamples: Samples<typeof channelCodeCalls> = recordSamples(
  channelCodeCalls,
  addByCall(channelCodeCalls.channelCreate, toChannelArgs),
  {
    channelPageList: {
      role: "finance",
      args: () => ({
        body: { ...firstPage, status: "on", sort: { field: "commissionFen", order: "desc" } },
      }),
      invalid: { args: { body: { ...firstPage, status: "half" } }, path: "status" },
    },
    channelCreate: {
      role: "admin",
      args: toChannelArgs,
      invalid: {
        args: {
          body: {
            requestId: "12345678",
            name: "新渠道",
            code: "sample1",
            contact: "李四",
            phone: "13900000000",
          },
        },
        path: "code",
      },
    },
    channelUpdate: {
      role: "operator",
      args: async (context) => ({
        body: { ...(await toEditBody(context, channelCodes)), remark: "新的备注" },
      }),
      invalid: {
        args: { body: { id: "1", version: 1, requestId: "12345678", ratio: 12.345 } },
        path: "ratio",
      },
    },
  },
);
