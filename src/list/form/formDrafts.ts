import { type FormValues, withDraft } from "../../../machines/formValues.ts";
import type { Console } from "../../console/useConsole.ts";
import { whenOnline } from "../../console/whenOnline.ts";
import type { AnyRow } from "../definition.ts";
import { draftKey, draftOf, keepable } from "./formDraft.ts";
import type { FormPlan } from "./formPlan.ts";

/** The drafts of one form, of a new record and of each that is edited, as the server remembers them. */
export interface FormDrafts {
  /** What is to be offered, or null; rejects where it cannot be had. */
  readonly load: (row: AnyRow | null, signal: AbortSignal) => Promise<FormValues | null>;
  /** Kept now, or as soon as the line is back; only the newest of a record. */
  readonly keep: (row: AnyRow | null, values: FormValues) => void;
  readonly drop: (row: AnyRow | null) => void;
}

/** What is to be kept and is not yet. */
interface Unkept {
  readonly values: FormValues;
  readonly end: () => void;
}

/** @param onEnd tells when the form's page ends, from when on nothing is kept; answers with what gives it up */
export function formDrafts(
  plan: FormPlan<AnyRow>,
  { memory, say, socket }: Pick<Console, "memory" | "say" | "socket">,
  onEnd: (told: () => void) => () => void,
): FormDrafts {
  const unkept = new Map<string, Unkept>();
  /** Drafts that nobody was offered, and nobody may lose therefore: undefined where one could not be read yet. */
  const unoffered = new Map<string, FormValues | null | undefined>();
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

  const put = async (key: string, row: AnyRow | null, values: FormValues) => {
    if (unoffered.has(key) && unoffered.get(key) === undefined) unoffered.set(key, await read(row));
    const both = withDraft(plan.valuesOf(row), values, unoffered.get(key) ?? null);
    await memory.put(key, keepable(plan, both));
  };

  const send = (row: AnyRow | null, values: FormValues) => {
    const key = draftKey(plan.name, row);
    giveUp(key);
    let back = false;
    let failed = false;
    // Listened to from the beginning: what fails may have begun before the line was back, and end after.
    const online = whenOnline(socket, () => {
      back = true;
      if (failed) send(row, values);
    });
    const ended = onEnd(() => giveUp(key));
    const mine: Unkept = {
      values,
      end: () => {
        online();
        ended();
      },
    };
    unkept.set(key, mine);
    const isNewest = () => unkept.get(key) === mine;
    inOrder(key, async () => {
      if (isNewest()) await put(key, row, values);
    }).then(
      () => {
        if (isNewest()) giveUp(key);
      },
      () => {
        if (!isNewest()) return;
        failed = true;
        if (back) send(row, values);
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
        if (signal.aborted) unoffered.set(key, draft);
        else unoffered.delete(key);
        return draft;
      } catch (fault) {
        if (!unoffered.has(key)) unoffered.set(key, undefined);
        throw fault;
      }
    },
    keep: (row, values) => send(row, keepable(plan, values)),
    drop(row) {
      const key = draftKey(plan.name, row);
      giveUp(key);
      const dropped = inOrder(key, async () => {
        if (!unoffered.has(key)) return await memory.remove(key);
        const older = unoffered.get(key);
        if (older) await memory.put(key, older);
        else if (older === null) await memory.remove(key);
      });
      // What stays behind is offered once more, and can be refused there.
      dropped.catch(() => undefined);
    },
  };
}
