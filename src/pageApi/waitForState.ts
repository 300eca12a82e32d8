import type { AnyActorRef, SnapshotFrom } from "xstate";

/**
 * Resolves with the actor's first state that fits, the present one included; never where none comes. The library's own
 * `waitFor` would be 0.4 KB more for the login page to load.
 */
export const waitForState = <A extends AnyActorRef>(
  actor: A,
  predicate: (snapshot: SnapshotFrom<A>) => boolean,
): Promise<SnapshotFrom<A>> =>
  new Promise((resolve) => {
    const check = () => {
      // Of any actor the library gives no type here.
      const snapshot = actor.getSnapshot() as SnapshotFrom<A>;
      if (!predicate(snapshot)) return;
      subscription.unsubscribe();
      resolve(snapshot);
    };
    const subscription = actor.subscribe(check);
    check();
  });
