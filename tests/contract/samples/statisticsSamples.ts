import type { statisticsCalls } from "../../../adapters/contract/statistics.ts";
import type { statisticsExportCalls } from "../../../adapters/contract/statisticsExport.ts";
import type { Samples } from "./sample.ts";

const range = { granularity: "day", from: "2024-12-01", to: "2024-12-31" } as const;
const reversed = { body: { ...range, from: "2024-12-31", to: "2024-12-01" } };

export const statisticsSamples: Samples<typeof statisticsCalls & typeof statisticsExportCalls> = {
  statisticsCompany: {
    role: "finance",
    args: () => ({ body: { ...range, byRegion: true } }),
    invalid: { args: reversed, path: "to" },
  },
  statisticsOrder: {
    role: "operator",
    args: async ({ getCompany }) => ({
      body: { ...range, granularity: "month", companyId: (await getCompany()).id },
    }),
    invalid: { args: reversed, path: "to" },
  },
  statisticsTask: {
    role: "admin",
    args: () => ({ body: { ...range, granularity: "week", regionId: "110000" } }),
    invalid: { args: { body: { ...range, granularity: "hour" } }, path: "granularity" },
  },
  statisticsChannel: {
    role: "finance",
    args: () => ({ query: {} }),
    invalid: { args: { query: { from: "2024-13-01" } }, path: "from" },
  },
  statisticsHeat: {
    role: "finance",
    args: () => ({ query: { from: "2024-12-01", to: "2024-12-31", regionId: "110000" } }),
    invalid: { args: { query: { regionId: "Beijing" } }, path: "regionId" },
  },
  statisticsExport: {
    role: "finance",
    args: () => ({ body: { ...range, granularity: "week" } }),
    invalid: { args: reversed, path: "to" },
  },
};
