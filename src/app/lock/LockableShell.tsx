import { useSelector } from "@xstate/react";
import { type ReactNode, useState } from "react";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { SessionRuntime } from "../session/startSessionRuntime.ts";
import { LockScreen } from "./LockScreen.tsx";

interface Props {
  readonly runtime: SessionRuntime;
  readonly user: StoredUser;
  /** The shell. Passed as a prop: an import from here would make the bundler split the console's chunk. */
  readonly children: ReactNode;
}

/** The shell, covered while the console is locked. It stays mounted behind the cover, but mounts only once unlocked. */
export default function LockableShell({ runtime, user, children }: Props) {
  const { idle } = runtime;
  const locked = useSelector(idle, (snapshot) => snapshot.hasTag("locked"));
  const [everUnlocked, setEverUnlocked] = useState(!locked);
  if (!locked && !everUnlocked) setEverUnlocked(true);
  return (
    <>
      {everUnlocked && children}
      {locked && <LockScreen runtime={runtime} user={user} />}
    </>
  );
}
