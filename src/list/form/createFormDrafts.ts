import { applyDraft, type FormValues, isDirty } from "../../../machines/formValues.ts";
import { onReconnect } from "../../pageApi/onReconnect.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { AnyRow } from "../listDefinition.ts";
import type { FormConfig } from "./formConfig.ts";
import { getDraftKey, getPersistableValues, parseDraft } from "./formDraft.ts";

/** The drafts of one form, of a new record and of each that is edited, as the server remembers them. */
export interface FormDrafts {
  /** What is to be offered, or null; rejects where it cannot be had. */
  readonly load: (row: AnyRow | null, signal: AbortSignal) => Promise<FormValues | null>;
  /** Kept now, or as soon as the line is back; only the newest of a record. `base` is what the form began with. */
  readonly save: (row: AnyRow | null, values: FormValues, base: FormValues) => void;
  readonly discard: (row: AnyRow | null) => void;
  /** Whether something is not kept yet, and would be lost with the page. */
  readonly hasPending: () => boolean;
}

/** What is to be kept and is not yet. */
interface PendingDraft {
  readonly values: FormValues;
  /** Whether it says more than the record. */
  readonly hasChanges: boolean;
  readonly cancel: () => void;
}

/** A draft that nobody was offered, and nobody may lose therefore. */
interface PreviousDraft {
  /** Undefined where it could not be read yet. */
  draft: FormValues | null | undefined;
  /** What was typed since stands in its place, with it. */
  overwritten: boolean;
}

/** @param onPageEnd tells when the form's page ends, from when on nothing more is kept; answers with what gives it up */
export function createFormDrafts(
  config: FormConfig<AnyRow>,
  { storage, toast, socket }: Pick<PageApi, "storage" | "toast" | "socket">,
  onPageEnd: (listener: () => void) => () => void,
): FormDrafts {
  const pendingDrafts = new Map<string, PendingDraft>();
  const previousDrafts = new Map<string, PreviousDraft>();
  const queues = new Map<string, Promise<unknown>>();

  /** After what was asked for this record before: neither overtaken nor answered by it. */
  const enqueue = <T>(key: string, operation: () => Promise<T>): Promise<T> => {
    const promise = (queues.get(key) ?? Promise.resolve()).then(operation);
    queues.set(
      key,
      promise.catch(() => undefined),
    );
    return promise;
  };
  const fetchDraft = async (row: AnyRow | null) =>
    parseDraft(await storage.get(getDraftKey(config.name, row)), config, row);
  const cancelPending = (key: string) => {
    pendingDrafts.get(key)?.cancel();
    pendingDrafts.delete(key);
  };

  const save = (row: AnyRow | null, values: FormValues, base: FormValues) => {
    const key = getDraftKey(config.name, row);
    cancelPending(key);
    let isBackOnline = false;
    let hasFailed = false;
    // Listened to from the beginning: what fails may have begun before the line was back, and end after.
    const stopWaitingForOnline = onReconnect(socket, () => {
      isBackOnline = true;
      if (hasFailed) save(row, values, base);
    });
    const unsubscribePageEnd = onPageEnd(() => cancelPending(key));
    const entry: PendingDraft = {
      values,
      hasChanges: isDirty(getPersistableValues(config, values), getPersistableValues(config, base)),
      cancel: () => {
        stopWaitingForOnline();
        unsubscribePageEnd();
      },
    };
    pendingDrafts.set(key, entry);
    const isNewest = () => pendingDrafts.get(key) === entry;
    enqueue(key, async () => {
      const previous = previousDrafts.get(key);
      if (previous && previous.draft === undefined && isNewest()) previous.draft = await fetchDraft(row);
      if (!isNewest()) return;
      if (previous) previous.overwritten = true;
      await storage.put(key, getPersistableValues(config, applyDraft(base, values, previous?.draft ?? null)));
    }).then(
      () => {
        if (isNewest()) cancelPending(key);
      },
      () => {
        if (!isNewest()) return;
        hasFailed = true;
        if (isBackOnline) save(row, values, base);
        else toast.warning("草稿没有保存到服务器，请先不要离开此页");
      },
    );
  };

  return {
    async load(row, signal) {
      const key = getDraftKey(config.name, row);
      const pending = pendingDrafts.get(key);
      if (pending) return parseDraft(pending.values, config, row);
      try {
        const draft = await enqueue(key, () => fetchDraft(row));
        if (signal.aborted) previousDrafts.set(key, { draft, overwritten: false });
        else previousDrafts.delete(key);
        return draft;
      } catch (error) {
        previousDrafts.set(key, { draft: undefined, overwritten: false });
        throw error;
      }
    },
    save,
    discard(row) {
      const key = getDraftKey(config.name, row);
      cancelPending(key);
      const removal = enqueue(key, async () => {
        const previous = previousDrafts.get(key);
        if (previous && !previous.overwritten) return;
        if (previous?.draft) await storage.put(key, previous.draft);
        else await storage.remove(key);
      });
      // What stays behind is offered once more, and can be refused there.
      removal.catch(() => undefined);
    },
    hasPending: () => [...pendingDrafts.values()].some(({ hasChanges }) => hasChanges),
  };
}
