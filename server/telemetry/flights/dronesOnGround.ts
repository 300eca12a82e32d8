/** Drones without an open task that are on the ground: their samples open nothing until they take off. */
export interface DronesOnGround {
  readonly has: (droneSn: string) => boolean;
  /** Notes a landing, or a sample from the ground of a drone whose registration was just read. */
  readonly add: (droneSn: string, companyId: string, at: number) => void;
  /**
   * Notes a sample from the ground without reading the registration.
   * @param senderCompanyId null where any registered drone may send
   * @returns the drone's company; null where it has to be read (again)
   */
  readonly refresh: (droneSn: string, senderCompanyId: string | null, at: number) => string | null;
  readonly remove: (droneSn: string) => void;
  /** Drops the drones without samples for long. */
  readonly forget: (now: number) => void;
}

/** A drone without samples for so long may open a task with a sample that does not show whether it flies. */
const memoryMs = 24 * 3_600_000;
const maxDrones = 100_000;
/** For so long a drone's registration is taken to be as it was read. */
const registrationMs = 60_000;

interface DroneOnGround {
  readonly companyId: string;
  /** Server's time at which the registration was read, UTC ms. */
  readonly readAt: number;
  /** Server's time of the last sample from the ground, UTC ms. */
  readonly at: number;
}

export function createDronesOnGround(): DronesOnGround {
  // In the order of `at`.
  const drones = new Map<string, DroneOnGround>();
  const put = (droneSn: string, drone: DroneOnGround) => {
    drones.delete(droneSn);
    drones.set(droneSn, drone);
  };
  return {
    has: (droneSn) => drones.has(droneSn),
    add: (droneSn, companyId, at) => put(droneSn, { companyId, readAt: at, at }),
    refresh: (droneSn, senderCompanyId, at) => {
      const known = drones.get(droneSn);
      if (!known || at - known.readAt >= registrationMs) return null;
      if (senderCompanyId !== null && known.companyId !== senderCompanyId) return null;
      put(droneSn, { ...known, at });
      return known.companyId;
    },
    remove: (droneSn) => drones.delete(droneSn),
    forget: (now) => {
      for (const [droneSn, { at }] of drones) {
        if (drones.size <= maxDrones && now - at < memoryMs) return;
        drones.delete(droneSn);
      }
    },
  };
}
