/** @module-tag full */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { readXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { type ApiClient, createApiClient, loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { insertAuditRows } from "../process/insertAuditRows.ts";
import { startServer } from "../process/serverProcess.ts";

const rows = 60_000;
const page = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      writtenRows: z.number(),
      expectedRows: z.number(),
      failReason: z.string(),
    }),
  ),
});

const getNewest = async (admin: ApiClient) => {
  const body = { pageNo: 1, pageSize: 1, sort: { field: "createdAt", order: "desc" } };
  return page.parse((await admin.call("POST", "/x/export/list", body)).data).list[0];
};

it("An export under a kill is written again by itself after the restart, and leaves no partial file", async () => {
  using data = createDemoFolder();
  const seeded = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  const { headers } = await loginClient(seeded.url);
  await seeded.stop();
  await insertAuditRows({ dataDir: data.path }, rows);

  const first = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  const response = await fetch(`${first.url}/wms/api/x/audit/export`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  expect(Number(response.headers.get("x-export-rows"))).toBeGreaterThan(rows);
  // The client disconnects; the server goes on writing.
  await response.body?.cancel();
  await expect
    .poll(async () => (await getNewest(createApiClient(first.url, headers)))?.writtenRows, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
  expect(await getNewest(createApiClient(first.url, headers))).toMatchObject({ status: "running" });
  await first.stop("SIGKILL");

  const second = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  try {
    const admin = createApiClient(second.url, headers);
    await expect
      .poll(async () => (await getNewest(admin))?.status, { timeout: 60_000, interval: 200 })
      .toBe("done");
    const done = await getNewest(admin);
    const file = await fetch(`${second.url}/wms/api/x/export/file/${done?.id}`, { headers });
    const { sheets } = await readXlsx(Buffer.from(await file.arrayBuffer()));
    // One row more: the header.
    expect(sheets[0]?.rows).toHaveLength((done?.expectedRows ?? 0) + 1);
    expect(done?.writtenRows).toBe(done?.expectedRows);
    expect(await readdir(path.join(data.path, "exports"))).toEqual([`${done?.id}.xlsx`]);
  } finally {
    await second.stop();
  }
});
