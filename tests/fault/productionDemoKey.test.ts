/** @module-tag full */

import { expect, it } from "vitest";
import { postTelemetry } from "../../demo/device/postTelemetry.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startServer } from "../process/serverProcess.ts";

it("a folder of demo data that is started in production takes nothing signed with the demo key", async () => {
  using data = createTemporaryFolder("production-demo-key");
  const sendSample = async (env: Readonly<Record<string, string>>) => {
    await using server = await startServer({ dataDir: data.path, env: { FLEET: "0", ...env } });
    const { accessKey, secret, droneSn } = demoDevice;
    const sample = { droneSn, seq: 1, tSrc: Date.now(), phase: "standby" as const };
    return await postTelemetry({ url: server.url, accessKey, secret }, [sample]);
  };
  expect(await sendSample({ SEED_COMPANIES: "4" })).toEqual({
    kind: "taken",
    answer: { accepted: 1, rejected: [] },
  });
  expect(await sendSample({ NODE_ENV: "production", ADMIN_PHONE: "13812345678" })).toEqual({
    kind: "wrong",
    text: "401 访问密钥已吊销，请换用新的密钥",
  });
});
