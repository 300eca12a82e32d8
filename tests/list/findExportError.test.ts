import { describe, expect, it } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { findExportError } from "../../src/list/export/createExportPort.ts";

/** A client whose export centre returns these states, one per call. */
const createExportCentre = (
  ...states: readonly { readonly status: string; readonly failReason?: string }[]
) => {
  let callCount = 0;
  const call = async () => {
    const state = states[Math.min(callCount++, states.length - 1)];
    return { list: state ? [{ exportId: "e1", failReason: "", ...state }] : [] };
  };
  return { call } as unknown as Client;
};
const getReason = async (client: Client) => {
  const error = await findExportError(client, "e1", new AbortController().signal);
  return error && [error.kind, error.message];
};

describe("findExportError", () => {
  it("reports a cancellation once the export centre has recorded it", async () => {
    expect(await getReason(createExportCentre({ status: "running" }, { status: "cancelled" }))).toEqual([
      "cancelled",
      "已在导出中心取消",
    ]);
  });

  it("reports the failure reason of the export centre", async () => {
    const failReason = "服务器磁盘空间不足，请联系管理员";
    expect(await getReason(createExportCentre({ status: "failed", failReason }))).toEqual([
      "refused",
      failReason,
    ]);
  });

  it("returns null if the export centre has no reason or cannot be reached", async () => {
    expect(await getReason(createExportCentre({ status: "done" }))).toBeNull();
    expect(await getReason(createExportCentre())).toBeNull();
    const down = { call: () => Promise.reject(new CallError("offline", "")) } as unknown as Client;
    expect(await getReason(down)).toBeNull();
  });
});
