import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { editMachine } from "../../../machines/edit.machine.ts";
import type { EditPort } from "../../../machines/editPort.ts";
import { toErrorInfo } from "../../../machines/errorInfo.ts";
import { applyDraft, type FormValues, isDirty } from "../../../machines/formValues.ts";
import { onReconnect } from "../../pageApi/onReconnect.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { PageScope } from "../../pageApi/usePageScope.ts";
import type { AnyRow } from "../listDefinition.ts";
import { normalizeErrors } from "../toCallError.ts";
import type { FormConfig, OneTimeResult } from "./formConfig.ts";
import { getDraftKey, getPersistableValues, parseDraft } from "./formDraft.ts";

/** The drafts of one form, of a new record and of each that is edited, as the server remembers them. */
interface FormDrafts {
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
function createFormDrafts(
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

export type EditActor = ActorRefFrom<ReturnType<typeof editMachine<AnyRow>>>;

/** A form with its running actor, as its host needs it. */
export interface FormInstance {
  readonly config: FormConfig<AnyRow>;
  /** Started when it is first asked for. */
  readonly actor: EditActor;
}

/** The name under which a form's actor runs within its page. */
export const getFormActorName = ({ name }: Pick<FormConfig<AnyRow>, "name">): string => `form.${name}`;

export interface FormHandle extends FormInstance {
  /** Opens the form, where it is closed; `initialValues` are values that a new record begins with. */
  readonly open: (row: AnyRow | null, initialValues?: FormValues) => void;
}

export interface FormListener {
  /** Saved: the record's id, and whether it is new. */
  readonly onSaved: (id: string, isNew: boolean) => void;
  /** What is known of the record may be outdated: the result is not known, or it was refused as the record stands. */
  readonly onUncertain: () => void;
}

/** Whether something was typed into an open form that is not saved. */
export const hasUnsavedChanges = (form: SnapshotFrom<EditActor>): boolean =>
  form.hasTag("open") && !form.hasTag("done") && isDirty(form.context.values, form.context.base);

/** Whether it shows what can be seen this once, and would be gone with its page. */
export const isShowingOneTimeResult = (form: SnapshotFrom<EditActor>): boolean => {
  const result = getOneTimeResult(form);
  return form.hasTag("done") && result !== undefined && !result.repeatable;
};

/** What a save has answered with to be shown: only `config.save` puts something there, and it puts a OneTimeResult. */
export const getOneTimeResult = (form: SnapshotFrom<EditActor>): OneTimeResult | undefined =>
  form.context.saveResult?.shown as OneTimeResult | undefined;

/** Whether a save failed because of how the record stands at the server. */
const isOutdated = (error: unknown): boolean =>
  ["conflict", "refused", "notFound"].includes(toErrorInfo(error).kind);

/** The form's actor, which lives as long as its page, wired to the client and to what the server remembers. */
export function createFormHandle(
  config: FormConfig<AnyRow>,
  scope: PageScope,
  pageApi: PageApi,
  listener: FormListener,
): FormHandle {
  const { client, toast } = pageApi;
  // Of the actor that this handle has started; who comes later to a running one has none, and is not asked.
  let drafts: FormDrafts | null = null;
  const createMachine = () => {
    let openedRow: AnyRow | null = null;
    const draftStore = createFormDrafts(config, pageApi, (onEnd) => {
      const subscription = getActor().subscribe({ complete: onEnd });
      return () => subscription.unsubscribe();
    });
    drafts = draftStore;
    const port: EditPort<AnyRow> = {
      newRequestId: () => crypto.randomUUID(),
      save: async (order, signal) => {
        openedRow = order.row;
        try {
          return await normalizeErrors(config.save(client, order, signal));
        } catch (error) {
          // What stands behind the form is not what the server has any more.
          if (order.row !== null && isOutdated(error)) listener.onUncertain();
          throw error;
        }
      },
      parseCurrent: (data) => {
        const row = config.parseCurrent(data);
        if (row === null) return null;
        // What does not go by the record, as a time that began at that of opening, nobody else has changed.
        const { base } = getActor().getSnapshot().context;
        const [before, after] = [config.getValues(openedRow), config.getValues(row)];
        const changedByOther = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
        const ownEntries = Object.entries(base).filter(([name]) => name in after && !changedByOther(name));
        return { row, values: { ...after, ...Object.fromEntries(ownEntries) } };
      },
      loadDraft: async (row, signal) => (config.savesDrafts ? await draftStore.load(row, signal) : null),
      saveDraft: (row, values, base) => {
        if (config.savesDrafts) draftStore.save(row, values, base);
      },
      discardDraft: (row) => {
        if (config.savesDrafts) draftStore.discard(row);
      },
      onSaved: ({ id, shown }) => {
        if (shown === undefined) toast.success("操作成功");
        listener.onSaved(id, openedRow === null);
      },
      onUncertain: listener.onUncertain,
    };
    return editMachine<AnyRow>(port);
  };
  const getActor = (): EditActor =>
    scope.actor(
      getFormActorName(config),
      createMachine,
      (snapshot) =>
        hasUnsavedChanges(snapshot) || isShowingOneTimeResult(snapshot) || drafts?.hasPending() === true,
    );
  const getValues = (row: AnyRow | null): FormValues => config.getValues(row);
  return {
    config,
    get actor() {
      return getActor();
    },
    open: (row, initialValues) =>
      getActor().send({ type: "form.open", row, values: { ...getValues(row), ...initialValues } }),
  };
}
