import { expect, test } from "vitest";
import { loadDemo } from "../../../server/demo.ts";
import { readSettings } from "../../../server/settings/settings.ts";

function load(env: Readonly<Record<string, string>>) {
  const read = readSettings(env);
  if ("errors" in read) throw new Error(read.errors.join("\n"));
  return loadDemo(read.settings);
}

test("production loads the demonstration only for what its settings ask for", async () => {
  const production = { NODE_ENV: "production", ADMIN_PHONE: "13800000001" };
  expect(await load(production)).toBe(null);
  expect(await load({ ...production, FLEET: "5" })).not.toBe(null);
  expect(await load({ ...production, REPLAY: "flight.gpx" })).not.toBe(null);
  expect(await load({})).not.toBe(null);
});
