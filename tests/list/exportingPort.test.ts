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

const file = { blob: new Blob(["rows"]), fileName: "企业.xlsx", rows: 100 };

test("an export receives its own progress until its file is saved", async () => {
  const one = setupExport();
  one.emitProgress("e1", 10);
  one.emitProgress("e2", 20);
  one.download.resolve(file);
  expect(await one.finished).toEqual({ fileName: "企业.xlsx", rows: 100 });
  expect(clicked).toEqual(["企业.xlsx"]);
  one.emitProgress("e1", 30);
  expect([one.reportedRows, one.countListeners()]).toEqual([[10], 0]);
  // The file is saved: closing the page later must not cancel anything.
  one.cancel.abort();
  expect(one.cancelled).toEqual([]);
});

test("a failed export unsubscribes and saves nothing", async () => {
  const one = setupExport();
  one.download.reject(new CallError("offline", ""));
  await expect(one.finished).rejects.toMatchObject({ kind: "offline" });
  expect([one.countListeners(), clicked]).toEqual([0, []]);
});

test("cancelling an export sends one cancel request", async () => {
  const one = setupExport();
  one.cancel.abort();
  one.download.reject(new CallError("cancelled", ""));
  await expect(one.finished).rejects.toMatchObject({ kind: "cancelled" });
  expect(one.cancelled).toEqual([{ exportId: "e1", requestId: expect.any(String) }]);
  expect(one.countListeners()).toBe(0);
});
