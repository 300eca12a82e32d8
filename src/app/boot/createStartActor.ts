import { type Actor, type AnyStateMachine, createActor } from "xstate";
import type { Recorder } from "../qa/createRecorder.ts";

/** Starts a machine; the QA page shows it under this name. */
export type StartActor = <M extends AnyStateMachine>(name: string, machine: M) => Actor<M>;

/** The only place where the page starts machines; a recorder, if given, inspects them all. */
export const createStartActor =
  (recorder: Recorder | null): StartActor =>
  (name, machine) => {
    // The options type depends on the machine; `inspect` is valid for every machine.
    const actor = createActor(machine, ...((recorder ? [{ inspect: recorder.inspect(name) }] : []) as never));
    return actor.start();
  };
