import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { editMachine } from "../../../machines/edit.machine.ts";
import type { EditPort } from "../../../machines/editPort.ts";
import { toErrorInfo } from "../../../machines/errorInfo.ts";
import { type FormValues, isDirty } from "../../../machines/formValues.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { PageScope } from "../../pageApi/usePageScope.ts";
import type { AnyRow } from "../listDefinition.ts";
import { normalizeErrors } from "../toCallError.ts";
import { createFormDrafts, type FormDrafts } from "./createFormDrafts.ts";
import type { FormConfig, OneTimeResult } from "./formConfig.ts";

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
