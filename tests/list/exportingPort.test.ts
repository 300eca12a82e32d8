import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { exportJobCalls } from "../../adapters/contract/exportJob.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { CallOptions, Client, Download } from "../../adapters/http/client.ts";
import type { IncomingFrame } from "../../machines/socketPort.ts";
import { createExportProgressSubscriber } from "../../src/app/session/createExportProgressSubscriber.ts";
import { createExportPort } from "../../src/list/export/createExportPort.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

let clicked: string[];
beforeEach(() => {
  clicked = [];
  const link = { href: "", download: "", click: () => void clicked.push(link.download) };
  vi.stubGlobal("document", { createElement: () => link });
});
afterEach(() => void vi.unstubAllGlobals());

/** An export whose download ends as it is told; `listeners` is how many follow the live connection. */
function setupExport() {
  const frames = new Set<(frame: IncomingFrame) => void>();
  const download = Promise.withResolvers<Download>();
  const cancelled: unknown[] = [];
  let diagnoseBreak: CallOptions["diagnoseBreak"];
  const client = {
    download: (_call: unknown, _args: unknown, options: CallOptions) => {
      ({ diagnoseBreak } = options);
      return download.promise;
    },
    call: async (endpoint: unknown, { body }: { readonly body: unknown }) => {
      if (endpoint === exportJobCalls.exportCancel) cancelled.push(body);
      return { list: [] };
    },
  } as unknown as Client;
  const reportedRows: number[] = [];
  const port = createExportPort(
    companyCalls.companyExport,
    {
      client,
      config: createConsoleConfig(),
      onExportProgress: createExportProgressSubscriber((listener) => {
        frames.add(listener);
        return () => frames.delete(listener);
      }),
    },
    ({ rows }) => void reportedRows.push(rows),
  );
  const cancel = new AbortController();
  const finished = port.run({ exportId: "e1", query: {} }, cancel.signal);
  const emitProgress = (exportId: string, rows: number) => {
    const frame = { type: 10, data: { exportId, rows, total: 100 } };
    for (const listener of frames) listener(frame as IncomingFrame);
  };
  return {
    download,
    cancel,
    cancelled,
    ended: finished,
    tell: emitProgress,
    told: reportedRows,
    listeners: () => frames.size,
    diagnose: () => diagnoseBreak,
  };
}

test("The client is told how to find out why a file broke off", async () => {
  const { download, ended, diagnose } = setupExport();
  expect(diagnose()).toBeTypeOf("function");
  download.reject(new CallError("offline", "POST export"));
  await expect(ended).rejects.toMatchObject({ kind: "offline" });
});

const file = { blob: new Blob(["rows"]), fileName: "企业.xlsx", rows: 100 };

test("an export hears of its own rows until its file is saved, and of nothing after", async () => {
  const one = setupExport();
  one.tell("e1", 10);
  one.tell("e2", 20);
  one.download.resolve(file);
  expect(await one.ended).toEqual({ fileName: "企业.xlsx", rows: 100 });
  expect(clicked).toEqual(["企业.xlsx"]);
  one.tell("e1", 30);
  expect([one.told, one.listeners()]).toEqual([[10], 0]);
  // The file is here: that its page is closed later cancels nothing.
  one.cancel.abort();
  expect(one.cancelled).toEqual([]);
});

test("one that fails leaves no listener behind, and saves nothing", async () => {
  const one = setupExport();
  one.download.reject(new CallError("offline", ""));
  await expect(one.ended).rejects.toMatchObject({ kind: "offline" });
  expect([one.listeners(), clicked]).toEqual([0, []]);
});

test("one that is cancelled says so to the server, once", async () => {
  const one = setupExport();
  one.cancel.abort();
  one.download.reject(new CallError("cancelled", ""));
  await expect(one.ended).rejects.toMatchObject({ kind: "cancelled" });
  expect(one.cancelled).toEqual([{ exportId: "e1", requestId: expect.any(String) }]);
  expect(one.listeners()).toBe(0);
});
