import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { draftAbout } from "../../../adapters/contract/me.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import { editMachine } from "../../../machines/edit.machine.ts";
import type { EditPort } from "../../../machines/editPort.ts";
import { toErrorInfo } from "../../../machines/errorInfo.ts";
import { applyDraft, type FormValues, isDirty } from "../../../machines/formValues.ts";
import { onReconnect } from "../../pageApi/onReconnect.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { PageScope } from "../../pageApi/usePageScope.ts";
import type { AnyRow } from "../listDefinition.ts";
import { normalizeErrors, toCallError } from "../toCallError.ts";
import { type FormConfig, getFields, type OneTimeResult, type UndoOffer } from "./formConfig.ts";
import { getDraftKey, getPersistableValues, parseDraft, toDraftTitle } from "./formDraft.ts";

/** The drafts of one form on the server: one for a new record, one for each edited record. */
interface FormDrafts {
  /** The draft to offer, or null; rejects if it cannot be read. */
  readonly load: (row: AnyRow | null, signal: AbortSignal) => Promise<FormValues | null>;
  /** Saves now or after reconnecting; only the newest draft of a record. `base` holds the form's initial values. */
  readonly save: (row: AnyRow | null, values: FormValues, base: FormValues) => void;
  readonly discard: (row: AnyRow | null) => void;
  /** Whether a draft is not stored yet and would be lost with the page. */
  readonly hasPending: () => boolean;
}

/** A draft that is not stored yet. */
interface PendingDraft {
  readonly values: FormValues;
  /** Whether it differs from the record. */
  readonly hasChanges: boolean;
  readonly cancel: () => void;
}

/** A stored draft that was never offered, so it must not be lost. */
interface PreviousDraft {
  /** Undefined if it could not be read yet. */
  draft: FormValues | null | undefined;
  /** Whether a newer draft, which includes it, has replaced it. */
  overwritten: boolean;
}

/**
 * @param toAddress where the form of a record opens
 * @param onPageEnd calls back when the form's page ends, after which nothing is saved; returns an unsubscribe
 * function
 */
function createFormDrafts(
  config: FormConfig<AnyRow>,
  { storage, toast, socket }: Pick<PageApi, "storage" | "toast" | "socket">,
  toAddress: (row: AnyRow | null) => string,
  onPageEnd: (listener: () => void) => () => void,
): FormDrafts {
  const pendingDrafts = new Map<string, PendingDraft>();
  const previousDrafts = new Map<string, PreviousDraft>();
  const queues = new Map<string, Promise<unknown>>();

  /** Runs after the earlier operations on the same record, so that they cannot overtake each other. */
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
  const store = (row: AnyRow | null, values: FormValues) => {
    const about = { title: toDraftTitle(config, row), address: toAddress(row) };
    return storage.set(getDraftKey(config.name, row), { ...values, [draftAbout]: about });
  };
  const cancelPending = (key: string) => {
    pendingDrafts.get(key)?.cancel();
    pendingDrafts.delete(key);
  };

  const save = (row: AnyRow | null, values: FormValues, base: FormValues) => {
    const key = getDraftKey(config.name, row);
    cancelPending(key);
    let isBackOnline = false;
    let hasFailed = false;
    // Subscribed before the request: it may start before the reconnect and fail after it.
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
      await store(row, getPersistableValues(config, applyDraft(base, values, previous?.draft ?? null)));
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
        if (previous?.draft) await store(row, previous.draft);
        else await storage.remove(key);
      });
      // A draft that could not be removed is offered again and can be discarded then.
      removal.catch(() => undefined);
    },
    hasPending: () => [...pendingDrafts.values()].some(({ hasChanges }) => hasChanges),
  };
}

export type EditActor = ActorRefFrom<ReturnType<typeof editMachine<AnyRow>>>;

/** A form with its running actor. */
export interface FormInstance {
  readonly config: FormConfig<AnyRow>;
  /** Started on first access. */
  readonly actor: EditActor;
}

/** Name of the form's actor in the page scope. */
export const getFormActorName = ({ name }: Pick<FormConfig<AnyRow>, "name">): string => `form.${name}`;

export interface FormHandle extends FormInstance {
  /** Opens the form if it is closed; `initialValues` override a new record's defaults. */
  readonly open: (row: AnyRow | null, initialValues?: FormValues) => void;
}

export interface FormListener {
  readonly onSaved: (id: string, isNew: boolean) => void;
  /** Where the form of a record opens; by default its page, on which it is opened by hand. */
  readonly toAddress?: (row: AnyRow | null) => string;
  /** The record on the screen may be outdated: the outcome is unknown, or the server refused because of its state. */
  readonly onUncertain: () => void;
}

/** Whether an open form has changes that are not saved. */
export const hasUnsavedChanges = (form: SnapshotFrom<EditActor>): boolean =>
  form.hasTag("open") && !form.hasTag("done") && isDirty(form.context.values, form.context.base);

/** Whether it shows a result that would be lost with the page. */
export const isShowingOneTimeResult = (form: SnapshotFrom<EditActor>): boolean => {
  const result = getOneTimeResult(form);
  return form.hasTag("done") && result !== undefined && !result.repeatable;
};

/** The result to show once. Only `config.save` sets it, always to a OneTimeResult. */
export const getOneTimeResult = (form: SnapshotFrom<EditActor>): OneTimeResult | undefined =>
  form.context.saveResult?.oneTimeSecret as OneTimeResult | undefined;

/** Whether a save failed because of the record's state on the server. */
const isOutdated = (error: unknown): boolean =>
  ["conflict", "refused", "notFound"].includes(toErrorInfo(error).kind);

/** The form with the values that a new record gets from the user. */
function withPresets(config: FormConfig<AnyRow>, user: StoredUser): FormConfig<AnyRow> {
  const presets = getFields(config, null).flatMap(({ name, getPreset }): [string, unknown][] =>
    getPreset ? [[name, getPreset(user)]] : [],
  );
  if (presets.length === 0) return config;
  const presetValues = Object.fromEntries(presets);
  return {
    ...config,
    getValues: (row) =>
      row === null ? { ...config.getValues(row), ...presetValues } : config.getValues(row),
  };
}

/** Creates a form whose actor lives as long as its page, connected to the client and the stored drafts. */
export function createFormHandle(
  definition: FormConfig<AnyRow>,
  scope: PageScope,
  pageApi: PageApi,
  listener: FormListener,
): FormHandle {
  const config = withPresets(definition, pageApi.user);
  const { client, toast } = pageApi;
  const formClient: Client = {
    ...client,
    call: (endpoint, args, options) => client.call(endpoint, args, { ...options, showsIssues: true }),
  };
  const offerUndo = (done: string, { remark = "", run }: UndoOffer) =>
    toast.undoable(done + remark, () => {
      // The console shows why an undo was refused.
      run(client)
        .then(() => toast.success(`已恢复，撤销了：${done}`), toCallError)
        .finally(listener.onUncertain);
    });
  // Set only by the handle that started the actor; a handle of a running actor has none.
  let drafts: FormDrafts | null = null;
  const createMachine = () => {
    let openedRow: AnyRow | null = null;
    let done = "";
    let undoOffer: UndoOffer | undefined;
    const draftStore = createFormDrafts(
      config,
      pageApi,
      listener.toAddress ?? (() => scope.path),
      (onEnd) => {
        const subscription = getActor().subscribe({ complete: onEnd });
        return () => subscription.unsubscribe();
      },
    );
    drafts = draftStore;
    const port: EditPort<AnyRow> = {
      newRequestId: createRequestId,
      save: async (request, signal) => {
        openedRow = request.row;
        try {
          const { undo, ...saved } = await normalizeErrors(config.save(formClient, request, signal));
          undoOffer = undo;
          done = config.done?.(openedRow, request.values) ?? `已${config.title(openedRow)}`;
          return saved;
        } catch (error) {
          // The list behind the form is outdated.
          if (request.row !== null && isOutdated(error)) listener.onUncertain();
          throw error;
        }
      },
      parseCurrent: (data) => {
        const row = config.parseCurrent(data);
        if (row === null) return null;
        // Defaults that do not come from the record, such as the opening time, were not changed by another user.
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
      onSaved: ({ id, oneTimeSecret }) => {
        if (undoOffer) offerUndo(done, undoOffer);
        else if (oneTimeSecret === undefined && !config.showsResult) toast.success(done);
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
  return {
    config,
    get actor() {
      return getActor();
    },
    open: (row, initialValues) =>
      getActor().send({ type: "form.open", row, values: { ...config.getValues(row), ...initialValues } }),
  };
}
