import type { BrowserContext, Page } from "playwright-core";
import type { AnyMachineSnapshot } from "xstate";
import type { Seen } from "../../model/reference.ts";
import type { Stimulus, Subject } from "../../model/subject.ts";

/** One browser profile before a running console, for one path. */
export interface Desk {
  readonly base: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Phone of the demo account that this desk signs in with. */
  readonly phone: string;
  /** What the world's clocks have gone on by since the machine began, ms, where a driver moves them. */
  readonly time: { wall: number; timers: number };
}

/** Something that happens, in the words of a test case and in the browser. */
export interface Act<D> {
  readonly words: string;
  readonly go: (desk: D) => Promise<unknown>;
}

/** What an operator sees of a state; throws where it is not to be seen. */
export interface Look<D> {
  readonly words: string;
  readonly see: (desk: D, seen: Seen) => Promise<unknown>;
}

/** One machine as an operator meets it: its stimuli as acts, its states as looks. */
export interface Driver<D extends Desk = Desk> {
  readonly machine: string;
  readonly title: string;
  readonly subject: Subject;
  /** What has to be so before the first step, in words. */
  readonly before: string;
  readonly open: (desk: Desk) => Promise<D>;
  /** Ends what `open` has started beside the browser. */
  readonly close?: (desk: D) => Promise<unknown>;
  /** By the stimulus' label; what has no act does not happen here. */
  readonly acts: Readonly<Record<string, Act<D>>>;
  /** By leaf state; a state without a look is too short to be seen. */
  readonly looks: Readonly<Record<string, Look<D>>>;
  /** The state's timer, so many ms from now by the expectation; `still` looks at the state it has not left yet. */
  readonly after?: (desk: D, ms: number, still: () => Promise<void>) => Promise<unknown>;
  readonly explores?: (snapshot: AnyMachineSnapshot, stimulus: Stimulus) => boolean;
  /** What follows by itself where a path would end in this state (`["value",…]`), one too short to be seen. */
  readonly ending?: (state: string) => string | null;
  /** Through every state, not by every edge. */
  readonly brief?: boolean;
  /** Ways to walk instead of those that are found: labels of what happens, in order. */
  readonly walks?: readonly (readonly string[])[];
  /** What tells two states apart beside their name. */
  readonly key: (snapshot: AnyMachineSnapshot) => unknown;
}

/** Gives a driver its desk's type, and forgets it: only the driver itself makes and takes such a desk. */
export const driver = <D extends Desk>(value: Driver<D>): Driver => value as unknown as Driver;
