import { describe, expect, it } from "vitest";
import { chooseCard, isCardOver, noCard, pinCard, releaseCard } from "../../machines/alarmCard.ts";
import type { AlarmLike } from "../../machines/alarmsPort.ts";
import { calmFlood, createAlarmLike } from "./createAlarmsPort.ts";

const calm = { changed: [], hasUrgentNews: false };
const news = { changed: [], hasUrgentNews: true };
const show = (...alarms: AlarmLike[]) => chooseCard(noCard, alarms, calm);

describe("the card that nobody has chosen", () => {
  it("shows the most urgent alarm that waits: P1 before P2, what holds before what is over", () => {
    const second = createAlarmLike("second", { priority: "p2" });
    const over = createAlarmLike("over", { state: "cleared" });
    expect(
      show(createAlarmLike("known", { state: "acknowledged" }), over, createAlarmLike("holds"), second),
    ).toMatchObject({ selected: "holds", pinned: false });
    expect(show(over, second).selected).toBe("over");
    expect(show(createAlarmLike("third", { priority: "p3" })).selected).toBeNull();
  });

  it("stays while it waits and nothing is more urgent, also where another of its kind is newer", () => {
    const first = createAlarmLike("first");
    const newer = createAlarmLike("newer", { raisedAt: "2026-11-25T08:01:00.000Z" });
    expect(chooseCard(show(first), [newer, first], news).selected).toBe("first");
    const less = createAlarmLike("less", { priority: "p2" });
    expect(chooseCard(show(less), [first, less], news).selected).toBe("first");
  });

  it("gives way to what waits as soon as it is acknowledged, suppressed or over", () => {
    const other = createAlarmLike("other", { priority: "p2" });
    for (const state of ["acknowledged", "suppressed"] as const)
      expect(
        chooseCard(show(createAlarmLike("a")), [createAlarmLike("a", { state }), other], calm).selected,
      ).toBe("other");
    const gone = createAlarmLike("a", { state: "gone" });
    expect(chooseCard(show(createAlarmLike("a")), [other], { ...calm, changed: [gone] }).selected).toBe(
      "other",
    );
    // Where nothing else waits, whoever reads it may go on.
    expect(chooseCard(show(createAlarmLike("a")), [], { ...calm, changed: [gone] })).toMatchObject({
      selected: "a",
      opened: gone,
    });
  });

  it("stays closed once the user has closed it, until something urgent is new", () => {
    const closed = { ...noCard, dismissed: true };
    expect(chooseCard(closed, [createAlarmLike("a")], calm).selected).toBeNull();
    expect(chooseCard(closed, [createAlarmLike("a")], news)).toMatchObject({
      selected: "a",
      dismissed: false,
    });
  });
});

describe("a pinned card", () => {
  const picked = createAlarmLike("picked", { priority: "p3" });
  const urgent = createAlarmLike("urgent");

  it("stays whatever comes, until its pin is taken away", () => {
    const card = pinCard([picked], "picked");
    expect(chooseCard(card, [urgent, picked], news)).toMatchObject({ selected: "picked", pinned: true });
    expect(releaseCard(card, [urgent, picked])).toMatchObject({ selected: "urgent", pinned: false });
  });

  it("is over once its alarm has ended or was suppressed since, not where it was picked as such", () => {
    const context = (card: object, ...alarms: AlarmLike[]) =>
      ({ flood: calmFlood, more: 0, alarms, ...card }) as unknown as Parameters<
        typeof isCardOver<AlarmLike>
      >[0];
    const suppressed = createAlarmLike("picked", { state: "suppressed" });
    expect(isCardOver(context(pinCard([picked], "picked"), picked))).toBe(false);
    expect(isCardOver(context(pinCard([picked], "picked"), suppressed))).toBe(true);
    expect(isCardOver(context(pinCard([suppressed], "picked"), suppressed))).toBe(false);
    expect(isCardOver(context(pinCard([picked], "picked"), urgent))).toBe(true);
    const flood = { isActive: true, folded: [] };
    expect(isCardOver({ ...context(pinCard([picked], "picked"), urgent), flood })).toBe(false);
    // Of too many the list has not all.
    expect(isCardOver({ ...context(pinCard([picked], "picked"), urgent), more: 1 })).toBe(false);
  });
});
