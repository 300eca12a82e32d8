import { useSelector } from "@xstate/react";
import { type ReactNode, useState } from "react";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { ConsoleRuntime } from "../runtime/startConsole.ts";
import { LockScreen } from "./LockScreen.tsx";

interface Props {
  readonly runtime: ConsoleRuntime;
  readonly user: StoredUser;
  /** The shell. Handed in, as is the rest: a chunk that imported what the console has would take it apart. */
  readonly children: ReactNode;
}

/** The shell, covered while the desk is locked. What stood there goes on behind the cover; a new page waits with it. */
export default function LockableDesk({ runtime, user, children }: Props) {
  const { idle } = runtime;
  const locked = useSelector(idle, (snapshot) => snapshot.hasTag("locked"));
  const [opened, setOpened] = useState(!locked);
  if (!locked && !opened) setOpened(true);
  return (
    <>
      {opened && children}
      {locked && <LockScreen runtime={runtime} user={user} />}
    </>
  );
}
