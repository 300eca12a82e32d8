import type { AlarmLike, AlarmsPort } from "../../machines/alarmsPort.ts";

/** When the alarms of these tests are raised, and their lists read. */
export const alarmsAt = "2026-11-25T08:00:00.000Z";

/** That there is no flood. */
export const calmFlood = { isActive: false, folded: [] };

/** An alarm of priority 1 that waits. */
export const createAlarmLike = (id: string, fields: Partial<AlarmLike> = {}): AlarmLike => ({
  id,
  version: 1,
  kind: "lost",
  priority: "p1",
  state: "active",
  raisedAt: alarmsAt,
  companyId: null,
  regionId: null,
  ...fields,
});

/** A platform without alarms, and a page that shows them. */
export const createAlarmsPort = (own: Partial<AlarmsPort<AlarmLike>> = {}): AlarmsPort<AlarmLike> => ({
  load: async () => ({ at: alarmsAt, alarms: [], more: 0, flood: calmFlood, desk: null }),
  act: async () => [],
  unlock: async () => {},
  play: () => {},
  notify: () => {},
  report: () => {},
  isOpenToView: () => true,
  now: () => 0,
  createId: () => "1",
  ...own,
});
