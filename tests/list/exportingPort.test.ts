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

/** Starts an export whose download the test settles; `countListeners` counts socket subscriptions. */
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
    finished,
    emitProgress,
    reportedRows,
    countListeners: () => frames.size,
    getDiagnoseBreak: () => diagnoseBreak,
  };
}

test("passes a function to the client that diagnoses a broken download", async () => {
  const { download, finished, getDiagnoseBreak } = setupExport();
  expect(getDiagnoseBreak()).toBeTypeOf("function");
  download.reject(new CallError("offline", "POST export"));
  await expect(finished).rejects.toMatchObject({ kind: "offline" });
});

const file = { blob: new Blob(["rows"]), fileName: "企业.xlsx", rows: 100, note: "" };

test("an export receives its own progress until its file is saved", async () => {
  const exportRun = setupExport();
  exportRun.emitProgress("e1", 10);
  exportRun.emitProgress("e2", 20);
  exportRun.download.resolve(file);
  expect(await exportRun.finished).toEqual({ fileName: "企业.xlsx", rows: 100 });
  expect(clicked).toEqual(["企业.xlsx"]);
  exportRun.emitProgress("e1", 30);
  expect([exportRun.reportedRows, exportRun.countListeners()]).toEqual([[10], 0]);
  // The file is saved: closing the page later must not cancel anything.
  exportRun.cancel.abort();
  expect(exportRun.cancelled).toEqual([]);
});

test("a failed export unsubscribes and saves nothing", async () => {
  const exportRun = setupExport();
  exportRun.download.reject(new CallError("offline", ""));
  await expect(exportRun.finished).rejects.toMatchObject({ kind: "offline" });
  expect([exportRun.countListeners(), clicked]).toEqual([0, []]);
});

test("cancelling an export sends one cancel request", async () => {
  const exportRun = setupExport();
  exportRun.cancel.abort();
  exportRun.download.reject(new CallError("cancelled", ""));
  await expect(exportRun.finished).rejects.toMatchObject({ kind: "cancelled" });
  expect(exportRun.cancelled).toEqual([{ exportId: "e1", requestId: expect.any(String) }]);
  expect(exportRun.countListeners()).toBe(0);
});
