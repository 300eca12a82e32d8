import type { userCalls } from "../../../adapters/contract/user.ts";
import type { Samples } from "./sample.ts";

const firstPage = { pageNo: 1, pageSize: 20 };

export const userSamples: Samples<typeof userCalls> = {
  userExport: {
    role: "finance",
    args: () => ({ body: { status: "normal", columns: ["name", "phoneNumber"] } }),
    invalid: { args: { body: { columns: [] } }, path: "columns" },
  },
  userPageList: {
    role: "finance",
    args: () => ({ body: { ...firstPage, role: "pilot", sort: { field: "companyName", order: "desc" } } }),
    invalid: { args: { body: { ...firstPage, companyName: "x" } }, path: "companyName" },
  },
  userOne: {
    role: "finance",
    args: async (context) => ({ params: { id: (await context.getUser()).id } }),
    invalid: { args: { params: { id: "99999999999999999999" } }, path: "id" },
  },
  userStatus: {
    role: "operator",
    args: async (context) => {
      const { id, version, status } = await context.getUser();
      const to = status === "normal" ? "frozen" : "normal";
      return { body: { id, version, to, requestId: context.nextRequestId() } };
    },
    invalid: {
      args: { body: { id: "1", version: 1.5, to: "frozen", requestId: "12345678" } },
      path: "version",
    },
  },
  userReset: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await context.getUser();
      return { body: { id, version, requestId: context.nextRequestId() } };
    },
    invalid: { args: { body: { version: 1, requestId: "12345678" } }, path: "id" },
  },
};
