import { describe, expect, it, vi } from "vitest";
import { createActor } from "xstate";
import { alarmsMachine } from "../../machines/alarms.machine.ts";
import type { AlarmLike, AlarmList } from "../../machines/alarmsPort.ts";
import { formatOutside } from "../../src/live/alarms/alarmTexts.ts";
import { alarmsAt, calmFlood, createAlarmLike, createAlarmsPort } from "./createAlarmsPort.ts";

const flooded = (count: number) => ({
  isActive: true,
  folded: [{ kind: "weather", priority: "p3" as const, count }],
});
/** Of the company that its id begins with. */
const createAlarm = (id: string, fields: Partial<AlarmLike> = {}) =>
  createAlarmLike(id, { companyId: id.slice(0, 1), regionId: "611002", ...fields });
const deskOf = (company: string, flood: AlarmList<AlarmLike>["flood"] = calmFlood) => ({
  shiftId: "7",
  scope: { by: "company" as const, items: [{ id: company }] },
  flood,
});

async function start(first: Partial<AlarmList<AlarmLike>>) {
  let list: AlarmList<AlarmLike> = {
    at: alarmsAt,
    alarms: [],
    more: 0,
    flood: calmFlood,
    desk: null,
    ...first,
  };
  const [notified, acted]: [string[], string[]] = [[], []];
  const actor = createActor(
    alarmsMachine(
      createAlarmsPort({
        load: async () => list,
        act: async ({ act }) => {
          acted.push(act.type === "acknowledge" ? act.ids.join() : act.id);
          return [];
        },
        notify: ({ id }) => notified.push(id),
      }),
    ),
  ).start();
  const isLoaded = () => vi.waitFor(() => expect(actor.getSnapshot().hasTag("loading")).toBe(false));
  await isLoaded();
  actor.send({ type: "link.up" });
  await isLoaded();
  const change = (alarms: AlarmLike[], fields: object = {}) =>
    actor.send({
      type: "alarms.change",
      changed: { at: alarmsAt, alarms, flood: calmFlood, desks: [], ...fields },
    });
  const reload = async (next: Partial<AlarmList<AlarmLike>>) => {
    list = { ...list, ...next };
    actor.send({ type: "alarms.reload" });
    await isLoaded();
  };
  const read = () => {
    const { alarms, others, selected } = actor.getSnapshot().context;
    const ids = (some: readonly AlarmLike[] | null) => some?.map(({ id }) => id).join(" ");
    return `own: ${ids(alarms)}, others: ${ids(others)}, card: ${selected}`;
  };
  return { actor, change, reload, read, notified, acted };
}

describe("the alarms of a desk", () => {
  it.each([
    ["who is not on duty", null, "own: a1 b1, others: , card: a1"],
    ["a desk that watches a", deskOf("a"), "own: a1, others: b1, card: a1"],
    ["a desk that watches b", deskOf("b"), "own: b1, others: a1, card: b1"],
    ["a desk that watches c", deskOf("c"), "own: , others: a1 b1, card: null"],
  ])("%s", async (_, desk, expected) => {
    const { read } = await start({ alarms: [createAlarm("a1"), createAlarm("b1")], desk });
    expect(read()).toBe(expected);
  });

  it("tells only of its own: notification and card; the others are counted, opened and acted on", async () => {
    const { actor, change, read, notified, acted } = await start({ desk: deskOf("a") });
    change([createAlarm("b1")]);
    expect(read()).toBe("own: , others: b1, card: null");
    expect(formatOutside(actor.getSnapshot().context)).toBe("值守范围外另有 1 条");
    change([createAlarm("a1")]);
    expect(read()).toBe("own: a1, others: b1, card: a1");
    expect(notified).toEqual(["a1"]);
    actor.send({ type: "alarm.select", id: "b1" });
    expect(read()).toBe("own: a1, others: b1, card: b1");
    // The server decides whether that may be.
    actor.send({ type: "alarms.act", wanted: { type: "acknowledge", ids: ["b1"], cause: null } });
    expect(acted).toEqual(["b1"]);
    change([createAlarm("b1", { state: "gone", version: 2 })]);
    expect(read()).toBe("own: a1, others: , card: b1");
  });

  it("is not told anew of what it begins to watch", async () => {
    const { reload, read, notified } = await start({ alarms: [createAlarm("b1")], desk: deskOf("a") });
    await reload({ desk: deskOf("b") });
    expect(read()).toBe("own: b1, others: , card: b1");
    await reload({ desk: null });
    expect(notified).toEqual([]);
  });

  it("folds by its own flood; the counts of the platform are for the wide view", async () => {
    const { actor, change } = await start({ desk: deskOf("a", flooded(11)), flood: flooded(13) });
    const read = () => {
      const { flood, allFlood } = actor.getSnapshot().context;
      return [flood.folded[0]?.count ?? 0, allFlood.folded[0]?.count ?? 0];
    };
    expect(read()).toEqual([11, 13]);
    expect(formatOutside(actor.getSnapshot().context)).toBe("值守范围外另有 2 条");
    // Another desk's flood is not this one's.
    change([], { flood: flooded(12), desks: [{ shiftId: "8", flood: flooded(12) }] });
    expect(read()).toEqual([0, 12]);
    change([], { flood: flooded(14), desks: [{ shiftId: "7", flood: flooded(12) }] });
    expect(read()).toEqual([12, 14]);
  });
});
