import { describe, expect, test } from "vitest";
import { isInBounds, toViewBounds } from "../../server/telemetry/feed/viewBounds.ts";
import { alxa, beijing, fiji, setupFeed } from "./setupFeed.ts";

describe("a view", () => {
  test("is padded by 20 % on every side", () => {
    const cut = toViewBounds([100, 30, 110, 40]);
    expect(cut && [cut.west, cut.south, cut.east, cut.north]).toEqual([
      980_000_000, 280_000_000, 1_120_000_000, 420_000_000,
    ]);
  });

  test.each([
    ["inside the screen", 35, 105, true],
    ["in the padding", 41.9, 105, true],
    ["beyond the padding", 42.1, 105, false],
    ["west of the view", 35, 97.9, false],
  ])("a drone %s", (_name, lat, lon, seen) => {
    const cut = toViewBounds([100, 30, 110, 40]);
    expect(cut && isInBounds(cut, lat * 1e7, lon * 1e7)).toBe(seen);
  });

  test.each([
    ["west of the date line", 179.5, true],
    ["east of the date line", -179.5, true],
    ["in the padding", -177.3, true],
    ["far away", 0, false],
  ])("crossing the date line: %s", (_name, lon, seen) => {
    const cut = toViewBounds([178, -20, -178, -10]);
    expect(cut && isInBounds(cut, -15e7, lon * 1e7)).toBe(seen);
  });

  test("contains everything if it is wider than the world", () => {
    const cut = toViewBounds([-180, -85, 180, 85]);
    for (const lon of [-180, -90, 0, 90, 180]) expect(cut && isInBounds(cut, 0, lon * 1e7)).toBe(true);
  });

  test("limits the frame to its drones and the followed ones", () => {
    const { flyAt, tick, connectClient } = setupFeed();
    const near = flyAt("11", alxa);
    const far = flyAt("12", beijing);
    flyAt("13", fiji);
    tick();
    const client = connectClient();
    client.openFleet([105, 39, 106, 41]);
    expect([...(client.frames[0]?.columns.index ?? [])]).toEqual([near]);
    client.openTask("12");
    tick();
    expect([...(client.frames[1]?.columns.index ?? [])].sort()).toEqual([near, far].sort());
    expect(client.frames[1]?.fleetSize).toBe(3);
    client.openFleet([116, 39, 117, 41]);
    expect(client.frames[2]).toMatchObject({ snapshot: true });
    expect([...(client.frames[2]?.columns.index ?? [])]).toEqual([far]);
  });

  test("counts all flights, those outside of it too", () => {
    const { flyAt, open, send, tick, connectClient } = setupFeed();
    flyAt("11", alxa);
    flyAt("12", beijing);
    for (let second = 0; second < 20; second++) tick();
    flyAt("13", fiji);
    const standing = open("14");
    send(standing, alxa, { hRel: 0, vH: 0 });
    tick();
    const client = connectClient();
    client.openFleet([105, 39, 106, 41]);
    const counts = { flying: 3, lost: 2, delayed: 0, positionAlarm: 0, positionFrozen: 0 };
    expect(client.frames[0]?.counts).toEqual(counts);
    tick();
    client.openFleet([0, 0, 1, 1]);
    expect(client.frames.at(-1)).toMatchObject({ count: 0, counts });
  });

  test("is encoded once per tick for all subscribers", () => {
    const { flyAt, tick, connectClient } = setupFeed();
    flyAt("11", alxa);
    const clients = [connectClient(), connectClient(), connectClient()];
    for (const client of clients) client.openFleet([105, 39, 106, 41]);
    tick();
    const [a, b, c] = clients.map(({ sent }) => sent.at(-1));
    expect(a).toBe(b);
    expect(b).toBe(c);
  });
});

describe("many different views", () => {
  const view = (i: number): [number, number, number, number] => [100 + i, 39, 110 + i, 41];
  const setUp = () => {
    const under = setupFeed();
    under.flyAt("11", [39.92, 112]);
    const clients = Array.from({ length: 20 }, (_, i) => {
      const client = under.connectClient();
      client.openFleet(view(i / 10));
      return client;
    });
    return { ...under, clients, counts: () => clients.map(({ frames }) => frames.length - 1) };
  };

  test("are served eight at a time, without waiting for the next tick", async () => {
    const { tick, counts } = setUp();
    tick();
    expect(counts()).toEqual([...Array.from({ length: 8 }, () => 1), ...Array.from({ length: 12 }, () => 0)]);
    await expect.poll(counts).toEqual(Array.from({ length: 20 }, () => 1));
  });

  test("get the full table if the previous tick did not reach them", async () => {
    const { tick, counts, clients } = setUp();
    tick();
    tick();
    await expect.poll(() => counts().at(-1)).toBe(1);
    expect(clients.at(-1)?.getData(3).at(-1)).toMatchObject({ full: true, taskId: ["11"] });
    expect(clients[0]?.getData(3).at(-1)).toMatchObject({ full: false, taskId: ["11"] });
  });
});
