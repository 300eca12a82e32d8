import type { ActorRefFrom } from "xstate";
import { type ListAgePort, listAgeMachine } from "../../../machines/listAge.machine.ts";
import { onRecordsChanged } from "../../pageApi/onRecordsChanged.ts";
import type { PageSocket } from "../../pageApi/pageSocket.ts";
import type { PageScope } from "../../pageApi/usePageScope.ts";
import { openOverlays } from "../../ui/useOverlayLayer.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";

export type ListAge = ActorRefFrom<typeof listAgeMachine>;

/** Name of the actor in the page scope. */
export const getListAgeName = ({ name }: Pick<ListConfig, "name">): string => `age.${name}`;

/** The age of a list's rows; it lives as long as the list, so that a hidden one notices changes as well. */
export const getListAge = (
  config: ListConfig,
  list: ListActor,
  scope: PageScope,
  socket: PageSocket,
): ListAge => scope.actor(getListAgeName(config), () => listAgeMachine(createPort(config, list, socket)));

function createPort({ call }: ListConfig, list: ListActor, socket: PageSocket): ListAgePort {
  return {
    now: Date.now,
    // Adds up to 50 %.
    jitter: (ms) => ms * (1 + Math.random() / 2),
    reread: () => list.send({ type: "reread" }),
    watch: (report) => {
      let before: ReturnType<typeof readFacts> | null = null;
      const reportFacts = () => {
        const facts = readFacts(list);
        if (facts.isVisible !== before?.isVisible)
          report({ type: facts.isVisible ? "list.show" : "list.hide" });
        if (facts.isHeld !== before?.isHeld) report({ type: facts.isHeld ? "rows.hold" : "rows.release" });
        // A load that was replaced by another one is not over.
        if (facts.load !== before?.load) report({ type: loadEvents[facts.load] });
        before = facts;
      };
      const subscription = list.subscribe(reportFacts);
      const stopOverlays = openOverlays.subscribe(reportFacts);
      const stopChanges = onRecordsChanged(socket, call.shows ?? [], (ids, causes) =>
        report({ type: "records.change", ids, causes }),
      );
      reportFacts();
      return () => {
        subscription.unsubscribe();
        stopOverlays();
        stopChanges();
      };
    },
  };
}

const loadEvents = { busy: "load.start", done: "load.done", failed: "load.fail" } as const;

/** What the age depends on. */
function readFacts(list: ListActor) {
  const snapshot = list.getSnapshot();
  const { selected, isVisible } = snapshot.context;
  return {
    isVisible,
    isHeld:
      selected.length > 0 ||
      snapshot.hasTag("acting") ||
      snapshot.hasTag("receipt") ||
      openOverlays.areOpen(),
    load: snapshot.hasTag("busy") ? "busy" : snapshot.hasTag("failed") ? "failed" : "done",
  } as const;
}
