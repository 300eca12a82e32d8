import { test as base } from "../../browser/signedInTest.ts";
import { createDemoFolder } from "../../process/createDemoFolder.ts";
import { startServer } from "../../process/serverProcess.ts";
import { insertFlights } from "./insertFlights.ts";

/** `test` on a server that has the flights of `flightPlans`, and none under way. */
export const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const data = createDemoFolder();
  await insertFlights(data.path);
  const server = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  onCleanup(async () => {
    await server.stop();
    data[Symbol.dispose]();
  });
  return server;
});
