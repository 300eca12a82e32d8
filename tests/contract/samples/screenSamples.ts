import type { screenCalls } from "../../../adapters/contract/screen.ts";
import { screens } from "../../../server/db/schema/screen.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

/** A screen that has just reported. */
async function insertScreen({ ctx }: SampleContext, fields: { readonly revokedAt?: Date } = {}) {
  const id = ctx.platform.newId();
  const now = ctx.clock.now();
  await ctx.db.insert(screens).values({
    id,
    name: `指挥中心 ${id}`,
    layout: "map",
    tokenHash: id,
    createdAt: now,
    updatedAt: now,
    reportedAt: now,
    paintedAt: now,
    dataAt: now,
    build: "a1b2c3d",
    frameRate: 59.8,
    heapBytes: 48_000_000,
    ...fields,
  });
  return { id, version: 1 };
}

const withScreen = async (context: SampleContext) => ({
  body: { requestId: context.nextRequestId(), ...(await insertScreen(context)) },
});
const badId = { args: { body: { requestId: "12345678", id: "0", version: 1 } }, path: "id" };

export const screenSamples: Samples<typeof screenCalls> = {
  screenExport: {
    role: "maintainer",
    args: () => ({ body: { layout: "map" } }),
    invalid: { args: { body: { layout: "none" } }, path: "layout" },
  },
  screenList: {
    role: "maintainer",
    args: async (context) => {
      await insertScreen(context);
      return { body: { pageNo: 1, pageSize: 20, layout: "map", sort: { field: "name", order: "asc" } } };
    },
    invalid: { args: { body: { pageNo: 1, pageSize: 20, layout: "cinema" } }, path: "layout" },
  },
  screenSave: {
    role: "maintainer",
    args: async (context) => {
      const requestId = context.nextRequestId();
      const screen = await insertScreen(context);
      return {
        body: { requestId, ...screen, name: `值班室 ${requestId}`, layout: "alarms", audience: "visitors" },
      };
    },
    invalid: { args: { body: { requestId: "12345678", name: "墙", layout: "map" } }, path: "name" },
  },
  screenLink: { role: "maintainer", args: withScreen, invalid: badId },
  screenRevoke: { role: "admin", args: withScreen, invalid: badId },
  screenRestore: {
    role: "admin",
    args: async (context) => {
      const screen = await insertScreen(context, { revokedAt: context.ctx.clock.now() });
      return { body: { requestId: context.nextRequestId(), ...screen } };
    },
    invalid: badId,
  },
  screenReload: { role: "admin", args: withScreen, invalid: badId },
};
