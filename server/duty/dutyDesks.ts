import type { Platform } from "../platform.ts";
import { listOpenShifts, type ShiftRecord } from "./dutyLog.ts";

/** A shift that lasts, with what it watches. */
export type DutyDesk = Pick<ShiftRecord, "id" | "staffId" | "scope">;

/** The desks on duty as this process knows them. */
export interface DutyDesks {
  readonly list: () => readonly DutyDesk[];
  /** Reads them where they may have changed, also by another process. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/** None are known before the first `refresh`. */
export function createDutyDesks({ db, bus, onError }: Pick<Platform, "db" | "bus" | "onError">): DutyDesks {
  let desks: readonly DutyDesk[] = [];
  let changes = 1;
  let known = 0;
  let reading: Promise<void> = Promise.resolve();
  const read = async () => {
    const seen = changes;
    if (seen === known) return;
    try {
      desks = await listOpenShifts(db);
      known = seen;
    } catch (error) {
      // It is tried again at the next `refresh`.
      onError(error, "desks on duty");
    }
  };
  const refresh = () => {
    reading = reading.then(read);
    return reading;
  };
  const stop = bus.subscribe("duty.changed", () => {
    changes += 1;
    void refresh();
  });
  return { list: () => desks, refresh, stop };
}
