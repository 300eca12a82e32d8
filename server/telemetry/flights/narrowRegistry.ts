import type { DutyScope } from "../../../adapters/contract/dutyScope.ts";
import { createScopeTest } from "../../../machines/status/dutyScope.ts";
import type { FeedRegistry, FeedTask } from "../feed/feedRegistry.ts";

/** What of the registry reads flights. */
type Readable = Pick<
  FeedRegistry,
  "fleet" | "regions" | "slots" | "count" | "getBySlot" | "getByTask" | "getByDrone"
>;

/** What tells whether a scope takes a flight in. One whose county was not looked up yet is not taken in. */
function createFlightTest(
  { regions }: Pick<Readable, "regions">,
  scope: DutyScope,
): (open: FeedTask) => boolean {
  const isIn = createScopeTest([scope]);
  return (open) => {
    const { companyId } = open.task;
    if (scope.by !== "region") return isIn({ companyId, regionId: null });
    const regionId = regions.get(open);
    return regionId !== undefined && isIn({ companyId, regionId });
  };
}

/** The registry as it is now, with the flights only that a scope takes in. */
export function narrowRegistry<R extends Readable>(registry: R, scope: DutyScope): R {
  if (scope.by === "all") return registry;
  const { getBySlot, getByTask, getByDrone } = registry;
  const slots = registry.slots.subarray(0, registry.count());
  if (scope.by === "region") registry.regions.refresh([...slots].flatMap((slot) => getBySlot(slot) ?? []));
  const test = createFlightTest(registry, scope);
  const pick = <T extends FeedTask>(open: T | undefined) => (open && test(open) ? open : undefined);
  const found = slots.filter((slot) => pick(getBySlot(slot)) !== undefined);
  return {
    ...registry,
    slots: found,
    count: () => found.length,
    getBySlot: (slot) => pick(getBySlot(slot)),
    getByTask: (taskId) => pick(getByTask(taskId)),
    getByDrone: (droneSn) => pick(getByDrone(droneSn)),
  };
}
