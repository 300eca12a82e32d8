import type { AnyActorRef, SnapshotFrom } from "xstate";

/**
 * Resolves with the first snapshot that matches, including the current one. XState's `waitFor` would add 0.4 KB to
 * the login bundle.
 */
export const waitForState = <A extends AnyActorRef>(
  actor: A,
  predicate: (snapshot: SnapshotFrom<A>) => boolean,
): Promise<SnapshotFrom<A>> =>
  new Promise((resolve) => {
    const check = () => {
      // XState does not infer the snapshot of a generic actor.
      const snapshot = actor.getSnapshot() as SnapshotFrom<A>;
      if (!predicate(snapshot)) return;
      subscription.unsubscribe();
      resolve(snapshot);
    };
    const subscription = actor.subscribe(check);
    check();
  });
