import { afterAll, beforeEach, expect, test } from "vitest";
import { createGatewayRights, type GatewayRights } from "../../server/telemetry/mqtt/gatewayRights.ts";
import { insertBox, insertDrone, insertHangar } from "../contract/device/deviceRecords.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";

const ctx = await createTestPlatform();
const { createCompany } = await createFlightFactory(ctx);
const [ownCompany, foreignCompany] = [await createCompany(), await createCompany()];
const [own, foreign] = [ownCompany.id, foreignCompany.id];
await insertHangar(ctx.db, ownCompany, { sn: "OWN-DOCK" });
await insertBox(ctx.db, ownCompany, { sn: "OWN-REMOTE" });
await insertHangar(ctx.db, foreignCompany, { sn: "FOREIGN-DOCK" });
await insertBox(ctx.db, null, { sn: "UNBOUND-BOX" });
await insertHangar(ctx.db, ownCompany, { sn: "DELETED-DOCK", deletedAt: ctx.clock.now() });
await insertDrone(ctx.db, ownCompany, { sn: "OWN-DRONE" });
afterAll(() => ctx.close());

let outcomes: string[];
let taskCompanies: Map<string, string>;
let rights: GatewayRights;
beforeEach(() => {
  outcomes = [];
  taskCompanies = new Map();
  rights = createRights(ctx.db);
});
const createRights = (db: TestPlatform["db"]) =>
  createGatewayRights({
    db,
    monotonicMs: ctx.clock.monotonicMs,
    getTaskCompany: (droneSn) => taskCompanies.get(droneSn),
    onRefused: ({ gateway }) => outcomes.push(`${gateway} refused`),
    onError: () => outcomes.push("error"),
  });
const speak = (gateway: string, droneSn = "OWN-DRONE") =>
  rights.whenAllowed({ gateway, droneSn, apply: () => outcomes.push(`${gateway} applied`) });

test.each([
  ["OWN-DOCK", "applied"],
  ["OWN-REMOTE", "applied"],
  ["FOREIGN-DOCK", "refused"],
  ["UNBOUND-BOX", "refused"],
  ["DELETED-DOCK", "refused"],
  ["NOBODYS-DOCK", "refused"],
])("what %s says of a company's drone is %s", async (gateway, outcome) => {
  speak(gateway);
  expect(outcomes).toEqual([]);
  await rights.lookUp();
  // Now it is known.
  speak(gateway);
  expect(outcomes).toEqual([`${gateway} ${outcome}`, `${gateway} ${outcome}`]);
});

test("the company of a drone's open task counts, also where the drone is registered elsewhere or nowhere", async () => {
  taskCompanies.set("OWN-DRONE", foreign).set("NOBODYS-DRONE", own);
  speak("OWN-DOCK");
  speak("FOREIGN-DOCK");
  speak("OWN-DOCK", "NOBODYS-DRONE");
  await rights.lookUp();
  expect(outcomes).toEqual(["OWN-DOCK refused", "FOREIGN-DOCK applied", "OWN-DOCK applied"]);
});

test("nobody speaks for a drone that is registered nowhere", async () => {
  speak("OWN-DOCK", "NOBODYS-DRONE");
  speak("NOBODYS-DOCK", "NOBODYS-DRONE");
  await rights.lookUp();
  expect(outcomes).toEqual(["OWN-DOCK refused", "NOBODYS-DOCK refused"]);
});

test("a dock that was entered counts half a minute later", async () => {
  speak("NEW-DOCK");
  await rights.lookUp();
  const { companyName } = await insertHangar(ctx.db, { id: own, name: "新" }, { sn: "NEW-DOCK" });
  expect(companyName).toBe("新");
  speak("NEW-DOCK");
  ctx.clock.advance(30_000);
  speak("NEW-DOCK");
  await rights.lookUp();
  expect(outcomes).toEqual(["NEW-DOCK refused", "NEW-DOCK refused", "NEW-DOCK applied"]);
});

test("while the database is away the last look-up counts; what is unknown waits, the oldest not for ever", async () => {
  let isAway = false;
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (isAway) throw new Error("away");
      return Reflect.get(target, name);
    },
  });
  rights = createRights(db);
  speak("OWN-DOCK");
  await rights.lookUp();
  isAway = true;
  ctx.clock.advance(600_000);
  speak("OWN-DOCK");
  speak("OWN-REMOTE");
  await rights.lookUp();
  expect(outcomes.splice(0)).toEqual(["OWN-DOCK applied", "error", "OWN-DOCK applied"]);
  for (let i = 0; i < 2_500; i++) speak("FOREIGN-DOCK");
  await rights.lookUp();
  expect(outcomes.splice(0)).toEqual([
    "OWN-REMOTE refused",
    ...Array(500).fill("FOREIGN-DOCK refused"),
    "error",
  ]);
  isAway = false;
  await rights.lookUp();
  expect(outcomes).toHaveLength(2_000);
});
