import type { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import type { Samples } from "./sample.ts";

export const roleRightSamples: Samples<typeof roleRightCalls> = {
  roleRightList: { role: "admin", args: () => ({}), invalid: null },
  roleRightSave: {
    role: "admin",
    args: ({ nextRequestId }) => ({
      body: { role: "finance", mayExport: true, requestId: nextRequestId() },
    }),
    invalid: { args: { body: { role: "chief", mayExport: true, requestId: "12345678" } }, path: "role" },
  },
};
