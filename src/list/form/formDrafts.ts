import { type FormValues, isDirty, withDraft } from "../../../machines/formValues.ts";
import type { Console } from "../../console/useConsole.ts";
import { whenOnline } from "../../console/whenOnline.ts";
import type { AnyRow } from "../definition.ts";
import { draftKey, draftOf, keepable } from "./formDraft.ts";
import type { FormPlan } from "./formPlan.ts";

/** The drafts of one form, of a new record and of each that is edited, as the server remembers them. */
export interface FormDrafts {
  /** What is to be offered, or null; rejects where it cannot be had. */
  readonly load: (row: AnyRow | null, signal: AbortSignal) => Promise<FormValues | null>;
  /** Kept now, or as soon as the line is back; only the newest of a record. `base` is what the form began with. */
  readonly keep: (row: AnyRow | null, values: FormValues, base: FormValues) => void;
  readonly drop: (row: AnyRow | null) => void;
  /** Whether something is not kept yet, and would be lost with the page. */
  readonly waits: () => boolean;
}

/** What is to be kept and is not yet. */
interface Unkept {
  readonly values: FormValues;
  /** Whether it says more than the record. */
  readonly typed: boolean;
  readonly end: () => void;
}

/** A draft that nobody was offered, and nobody may lose therefore. */
interface Older {
  /** Undefined where it could not be read yet. */
  draft: FormValues | null | undefined;
  /** What was typed since stands in its place, with it. */
  covered: boolean;
}

/** @param onEnd tells when the form's page ends, from when on nothing more is kept; answers with what gives it up */
export function formDrafts(
  plan: FormPlan<AnyRow>,
  { memory, say, socket }: Pick<Console, "memory" | "say" | "socket">,
  onEnd: (told: () => void) => () => void,
): FormDrafts {
  const unkept = new Map<string, Unkept>();
  const unoffered = new Map<string, Older>();
  const last = new Map<string, Promise<unknown>>();

  /** After what was asked for this record before: neither overtaken nor answered by it. */
  const inOrder = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    last.set(
      key,
      done.catch(() => undefined),
    );
    return done;
  };
  const read = async (row: AnyRow | null) => draftOf(await memory.get(draftKey(plan.name, row)), plan, row);
  const giveUp = (key: string) => {
    unkept.get(key)?.end();
    unkept.delete(key);
  };

  const send = (row: AnyRow | null, values: FormValues, base: FormValues) => {
    const key = draftKey(plan.name, row);
    giveUp(key);
    let back = false;
    let failed = false;
    // Listened to from the beginning: what fails may have begun before the line was back, and end after.
    const online = whenOnline(socket, () => {
      back = true;
      if (failed) send(row, values, base);
    });
    const ended = onEnd(() => giveUp(key));
    const mine: Unkept = {
      values,
      typed: isDirty(keepable(plan, values), keepable(plan, base)),
      end: () => {
        online();
        ended();
      },
    };
    unkept.set(key, mine);
    const isNewest = () => unkept.get(key) === mine;
    inOrder(key, async () => {
      const older = unoffered.get(key);
      if (older && older.draft === undefined && isNewest()) older.draft = await read(row);
      if (!isNewest()) return;
      if (older) older.covered = true;
      await memory.put(key, keepable(plan, withDraft(base, values, older?.draft ?? null)));
    }).then(
      () => {
        if (isNewest()) giveUp(key);
      },
      () => {
        if (!isNewest()) return;
        failed = true;
        if (back) send(row, values, base);
        else say.warning("草稿没有保存到服务器，请先不要离开此页");
      },
    );
  };

  return {
    async load(row, signal) {
      const key = draftKey(plan.name, row);
      const waiting = unkept.get(key);
      if (waiting) return draftOf(waiting.values, plan, row);
      try {
        const draft = await inOrder(key, () => read(row));
        if (signal.aborted) unoffered.set(key, { draft, covered: false });
        else unoffered.delete(key);
        return draft;
      } catch (fault) {
        unoffered.set(key, { draft: undefined, covered: false });
        throw fault;
      }
    },
    keep: send,
    drop(row) {
      const key = draftKey(plan.name, row);
      giveUp(key);
      const dropped = inOrder(key, async () => {
        const older = unoffered.get(key);
        if (older && !older.covered) return;
        if (older?.draft) await memory.put(key, older.draft);
        else await memory.remove(key);
      });
      // What stays behind is offered once more, and can be refused there.
      dropped.catch(() => undefined);
    },
    waits: () => [...unkept.values()].some(({ typed }) => typed),
  };
}
