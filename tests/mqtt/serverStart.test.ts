import { writeFileSync } from "node:fs";
import path from "node:path";
import { connectAsync } from "mqtt";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { spawnServer, startServer } from "../process/serverProcess.ts";
import { brokerEnv, brokerUser, createBroker } from "./startBroker.ts";

const demo = { FLEET: "0", SEED_COMPANIES: "4" };

test("a server starts without its broker, connects once it is there, and answers a gateway", async () => {
  await using broker = await createBroker();
  using data = createTemporaryFolder("mqtt");
  const env = {
    ...demo,
    ...brokerEnv({ url: broker.tlsUrl }),
    MQTT_CA: broker.caFile,
  };
  await using server = await startServer({ dataDir: data.path, env });
  await expect.poll(server.output).toContain("ECONNREFUSED");
  await broker.start();
  await expect.poll(server.output).toContain("mqtt connected");
  const gateway = await connectAsync(broker.url, { ...brokerUser });
  const replies: string[] = [];
  gateway.on("message", (topic) => replies.push(topic));
  await gateway.subscribeAsync("sys/product/+/status_reply");
  const status = {
    tid: "t",
    bid: "b",
    timestamp: Date.now(),
    method: "update_topo",
    data: { sub_devices: [] },
  };
  await gateway.publishAsync("sys/product/DOCK-9/status", JSON.stringify(status), { qos: 1 });
  await expect.poll(() => replies).toEqual(["sys/product/DOCK-9/status_reply"]);
  await gateway.endAsync();
  expect((await server.stop()).code).toBe(0);
  expect(server.output()).not.toContain(brokerUser.password);
});

test("a certificate file that cannot be read refuses the start in one line", { tags: "full" }, async () => {
  using data = createTemporaryFolder("mqtt");
  const broken = path.join(data.path, "broken.pem");
  writeFileSync(broken, "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n");
  for (const file of [broken, path.join(data.path, "absent.pem")]) {
    const env = { ...demo, MQTT_URL: "mqtts://localhost", MQTT_CA: file };
    await using server = spawnServer({ dataDir: path.join(data.path, "data"), env });
    const { code, output } = await server.exited;
    expect(code).toBe(1);
    expect(output).toBe(
      `MQTT_CA ${file} is not a readable certificate in PEM form. Name the file of the authority that signed the broker's certificate.\n`,
    );
  }
});
