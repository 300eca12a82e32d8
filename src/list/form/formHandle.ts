import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { editMachine } from "../../../machines/edit.machine.ts";
import type { EditPort } from "../../../machines/editPort.ts";
import { faultOf } from "../../../machines/fault.ts";
import { type FormValues, isDirty } from "../../../machines/formValues.ts";
import type { Console } from "../../console/useConsole.ts";
import type { PageScope } from "../../console/usePageScope.ts";
import { reporting } from "../calledOrReported.ts";
import type { AnyRow } from "../definition.ts";
import { type FormDrafts, formDrafts } from "./formDrafts.ts";
import type { FormPlan, ShownOnce } from "./formPlan.ts";

export type EditActor = ActorRefFrom<ReturnType<typeof editMachine<AnyRow>>>;

/** A form with its running actor, as its host needs it. */
export interface HostedForm {
  readonly plan: FormPlan<AnyRow>;
  /** Started when it is first asked for. */
  readonly actor: EditActor;
}

/** The name under which a form's actor runs within its page. */
export const formActor = ({ name }: Pick<FormPlan<AnyRow>, "name">): string => `form.${name}`;

export interface FormHandle extends HostedForm {
  /** Opens the form, where it is closed; `given` are values that a new record begins with. */
  readonly open: (row: AnyRow | null, given?: FormValues) => void;
}

export interface FormTold {
  /** Saved: the record's id, and whether it is new. */
  readonly saved: (id: string, isNew: boolean) => void;
  /** What is known of the record may be outdated: the result is not known, or it was refused as the record stands. */
  readonly doubted: () => void;
}

/** Whether something was typed into an open form that is not saved. */
export const holdsUnsaved = (form: SnapshotFrom<EditActor>): boolean =>
  form.hasTag("open") && !form.hasTag("done") && isDirty(form.context.values, form.context.base);

/** Whether it shows what can be seen this once, and would be gone with its page. */
export const showsOnce = (form: SnapshotFrom<EditActor>): boolean => {
  const shown = shownIn(form);
  return form.hasTag("done") && shown !== undefined && !shown.again;
};

/** What a save has answered with to be shown: only `plan.save` puts something there, and it puts a ShownOnce. */
export const shownIn = (form: SnapshotFrom<EditActor>): ShownOnce | undefined =>
  form.context.saved?.shown as ShownOnce | undefined;

/** Whether a save failed because of how the record stands at the server. */
const isOutdated = (error: unknown): boolean =>
  ["conflict", "refused", "notFound"].includes(faultOf(error).kind);

/** The form's actor, which lives as long as its page, wired to the client and to what the server remembers. */
export function formHandle(
  plan: FormPlan<AnyRow>,
  scope: PageScope,
  console: Console,
  told: FormTold,
): FormHandle {
  const { client, say } = console;
  // Of the actor that this handle has started; who comes later to a running one has none, and is not asked.
  let drafts: FormDrafts | null = null;
  const machine = () => {
    let opened: AnyRow | null = null;
    const kept = formDrafts(plan, console, (told) => {
      const following = actor().subscribe({ complete: told });
      return () => following.unsubscribe();
    });
    drafts = kept;
    const port: EditPort<AnyRow> = {
      newRequestId: () => crypto.randomUUID(),
      save: async (order, signal) => {
        opened = order.row;
        try {
          return await reporting(plan.save(client, order, signal));
        } catch (error) {
          // What stands behind the form is not what the server has any more.
          if (order.row !== null && isOutdated(error)) told.doubted();
          throw error;
        }
      },
      present: (data) => {
        const row = plan.present(data);
        if (row === null) return null;
        // What does not go by the record, as a time that began at that of opening, nobody else has changed.
        const { base } = actor().getSnapshot().context;
        const [was, is] = [plan.valuesOf(opened), plan.valuesOf(row)];
        const isTheirs = (name: string) => JSON.stringify(was[name]) !== JSON.stringify(is[name]);
        const own = Object.entries(base).filter(([name]) => name in is && !isTheirs(name));
        return { row, values: { ...is, ...Object.fromEntries(own) } };
      },
      loadDraft: async (row, signal) => (plan.drafts ? await kept.load(row, signal) : null),
      saveDraft: (row, values, base) => {
        if (plan.drafts) kept.keep(row, values, base);
      },
      dropDraft: (row) => {
        if (plan.drafts) kept.drop(row);
      },
      saved: ({ id, shown }) => {
        if (shown === undefined) say.success("操作成功");
        told.saved(id, opened === null);
      },
      doubted: told.doubted,
    };
    return editMachine<AnyRow>(port);
  };
  const actor = (): EditActor =>
    scope.actor(
      formActor(plan),
      machine,
      (now) => holdsUnsaved(now) || showsOnce(now) || drafts?.waits() === true,
    );
  const values = (row: AnyRow | null): FormValues => plan.valuesOf(row);
  return {
    plan,
    get actor() {
      return actor();
    },
    open: (row, given) => actor().send({ type: "form.open", row, values: { ...values(row), ...given } }),
  };
}
