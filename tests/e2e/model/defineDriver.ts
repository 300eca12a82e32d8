import type { BrowserContext, Page } from "playwright-core";
import type { AnyMachineSnapshot } from "xstate";
import type { Observed } from "../../model/createReference.ts";
import type { Stimulus, Subject } from "../../model/defineSubject.ts";

/** One browser profile before a running console, for one path. */
export interface PathContext {
  readonly base: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Phone of the demo account that this desk signs in with. */
  readonly phone: string;
  /** What the world's clocks have gone on by since the machine began, ms, where a driver moves them. */
  readonly elapsed: { wall: number; timers: number };
}

/** Something that happens, in the words of a test case and in the browser. */
export interface DriverAction<D> {
  readonly description: string;
  readonly run: (desk: D) => Promise<unknown>;
}

/** What an operator sees of a state; throws where it is not to be seen. */
export interface DriverCheck<D> {
  readonly description: string;
  readonly check: (desk: D, seen: Observed) => Promise<unknown>;
}

/** One machine as an operator meets it: its stimuli as acts, its states as looks. */
export interface Driver<D extends PathContext = PathContext> {
  readonly machine: string;
  readonly title: string;
  readonly subject: Subject;
  /** What has to be so before the first step, in words. */
  readonly precondition: string;
  readonly open: (desk: PathContext) => Promise<D>;
  /** Ends what `open` has started beside the browser. */
  readonly close?: (desk: D) => Promise<unknown>;
  /** By the stimulus' label; what has no act does not happen here. */
  readonly actions: Readonly<Record<string, DriverAction<D>>>;
  /** By leaf state; a state without a look is too short to be seen. */
  readonly checks: Readonly<Record<string, DriverCheck<D>>>;
  /** The state's timer, so many ms from now by the expectation; `still` looks at the state it has not left yet. */
  readonly advanceTimer?: (desk: D, ms: number, still: () => Promise<void>) => Promise<unknown>;
  readonly shouldExplore?: (snapshot: AnyMachineSnapshot, stimulus: Stimulus) => boolean;
  /** What follows by itself where a path would end in this state (`["value",…]`), one too short to be seen. */
  readonly getEnding?: (state: string) => string | null;
  /** Through every state, not by every edge. */
  readonly statesOnly?: boolean;
  /** Ways to walk instead of those that are found: labels of what happens, in order. */
  readonly walks?: readonly (readonly string[])[];
  /** What tells two states apart beside their name. */
  readonly key: (snapshot: AnyMachineSnapshot) => unknown;
}

/** Gives a driver its desk's type, and forgets it: only the driver itself makes and takes such a desk. */
export const defineDriver = <D extends PathContext>(value: Driver<D>): Driver => value as unknown as Driver;
