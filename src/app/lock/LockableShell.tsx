import { useSelector } from "@xstate/react";
import { type ReactNode, useState } from "react";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { SessionRuntime } from "../session/startSessionRuntime.ts";
import { LockScreen } from "./LockScreen.tsx";

interface Props {
  readonly runtime: SessionRuntime;
  readonly user: StoredUser;
  /** The shell. Handed in, as is the rest: a chunk that imported what the console has would take it apart. */
  readonly children: ReactNode;
}

/** The shell, covered while the desk is locked. What stood there goes on behind the cover; a new page waits with it. */
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
