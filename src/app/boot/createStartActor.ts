import { type Actor, type AnyStateMachine, createActor } from "xstate";
import type { Recorder } from "../qa/createRecorder.ts";

/** Starts a machine under the name that the QA page shows it by. */
export type StartActor = <M extends AnyStateMachine>(name: string, machine: M) => Actor<M>;

/** The only place where the page starts machines; without a recorder nothing is watched. */
export const createStartActor =
  (recorder: Recorder | null): StartActor =>
  (name, machine) => {
    // Which options a machine needs is its type's affair; this one may be given to every machine.
    const actor = createActor(machine, ...((recorder ? [{ inspect: recorder.inspect(name) }] : []) as never));
    return actor.start();
  };
