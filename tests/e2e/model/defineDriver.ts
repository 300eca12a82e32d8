import type { BrowserContext, Page } from "playwright-core";
import type { AnyMachineSnapshot } from "xstate";
import type { Observed } from "../../model/createReference.ts";
import type { Stimulus, Subject } from "../../model/defineSubject.ts";

/** Browser context and running console for one path. */
export interface PathContext {
  readonly base: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Phone number and password to sign in with: a demo account's, unless the run was given another. */
  readonly phone: string;
  readonly password: string;
  readonly isAccountGiven: boolean;
  /** By how much the driver has advanced wall clock and timers since the machine started, ms. */
  readonly elapsed: { wall: number; timers: number };
}

/** A stimulus: its Chinese description for test cases, and how to carry it out. */
export interface DriverAction<D> {
  readonly description: string;
  readonly run: (ctx: D) => Promise<unknown>;
}

/** What an operator sees of a state; `check` throws if it is not visible. */
export interface DriverCheck<D> {
  readonly description: string;
  readonly check: (ctx: D, seen: Observed) => Promise<unknown>;
}

/** Runs a machine in the browser: carries out its stimuli and checks its states. */
export interface Driver<D extends PathContext = PathContext> {
  readonly machine: string;
  readonly title: string;
  readonly subject: Subject;
  /** Chinese description of the state before the first step. */
  readonly precondition: string;
  readonly open: (ctx: PathContext) => Promise<D>;
  /** Releases what `open` started besides the browser. */
  readonly close?: (ctx: D) => Promise<unknown>;
  /** By the stimulus' label; stimuli without an action are skipped. */
  readonly actions: Readonly<Record<string, DriverAction<D>>>;
  /** By leaf state; states without a check are too short to be seen. */
  readonly checks: Readonly<Record<string, DriverCheck<D>>>;
  /** Lets the state's timer fire, due in `ms`; `checkStill` checks that the state has not been left before. */
  readonly advanceTimer?: (ctx: D, ms: number, checkStill: () => Promise<void>) => Promise<unknown>;
  readonly shouldExplore?: (snapshot: AnyMachineSnapshot, stimulus: Stimulus) => boolean;
  /** Label of the stimulus that follows a transient state (`["value",…]`), or null. */
  readonly getEnding?: (state: string) => string | null;
  /** Cover every state instead of every transition. */
  readonly statesOnly?: boolean;
  /** Fixed paths instead of generated ones: labels of stimuli and `after` for the next timer, in order. */
  readonly walks?: readonly (readonly string[])[];
  /** Code of another driver's machine and page, at another address: for QA, and not for `npm test`. */
  readonly isRepetition?: boolean;
  /** Distinguishes snapshots with the same state value. */
  readonly key: (snapshot: AnyMachineSnapshot) => unknown;
}

/** Types a driver by its own context, then erases that type: only the driver creates and uses this context. */
export const defineDriver = <D extends PathContext>(value: Driver<D>): Driver => value as unknown as Driver;
