import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import type { AlarmSignal } from "./signals.ts";

type Values = AlarmSignal["values"];

/** Between the reasons in one text. */
export const reasonSeparator = "、";

const split = (text: number | string | undefined, separator: string): readonly string[] =>
  String(text ?? "")
    .split(separator)
    .filter((part) => part !== "");
const getReasons = ({ reason }: Values) => split(reason, reasonSeparator);

/** Whose flights nobody attends to where it is everybody's; no company is called so. */
const everything = "*";

/** What tells two causes of one kind apart, of drones or hangars that are the same. */
const identities: Readonly<Partial<Record<AlarmKind, (values: Values) => readonly string[]>>> = {
  deviceHealth: ({ codes }) => split(codes, " "),
  proximity: ({ otherDroneSn }) => split(otherDroneSn, "\n"),
  autoReturn: getReasons,
  forcedLanding: getReasons,
  taskFailed: getReasons,
  hangarFault: getReasons,
  unattended: ({ companies }) => (companies === undefined ? [everything] : split(companies, reasonSeparator)),
};

/** What an alarm's cause is by its values: codes, the other drone, reasons; empty where its kind says all. */
export const listCauses = (kind: AlarmKind, values: Values): readonly string[] =>
  identities[kind]?.(values) ?? [];

/** Whether an alarm that is raised with other values has a cause that it did not have before. */
export function hasNewCause(kind: AlarmKind, before: Values, after: Values): boolean {
  const known = listCauses(kind, before);
  // What was not known before is no other cause, but the same one in words.
  return known.length > 0 && listCauses(kind, after).some((cause) => !known.includes(cause));
}

/** What each raised alarm has been told to be caused by: what comes and goes is told once. */
export interface ToldCauses {
  /** Notes the causes of a raised alarm by its index. @returns whether one of them is new to it */
  readonly note: (index: number, kind: AlarmKind, values: Values) => boolean;
  readonly forget: (index: number) => void;
}

export function createToldCauses(): ToldCauses {
  const told = new Map<number, Set<string>>();
  return {
    note: (index, kind, values) => {
      const causes = listCauses(kind, values);
      const known = told.get(index);
      if (!known) {
        told.set(index, new Set(causes));
        return false;
      }
      const isNew = causes.some((cause) => !known.has(cause));
      for (const cause of causes) known.add(cause);
      return isNew;
    },
    forget: (index) => told.delete(index),
  };
}

/** Whether causes of this kind can be told apart. */
export const hasIdentity = (kind: AlarmKind): boolean => identities[kind] !== undefined;
