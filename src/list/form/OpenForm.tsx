import { useSelector } from "@xstate/react";
import { Dialog } from "../../ui/Dialog.tsx";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { FormBody } from "./FormBody.tsx";
import { type HostedForm, holdsUnsaved } from "./formHandle.ts";
import { LeaveQuestion } from "./LeaveQuestion.tsx";
import { leaveForm } from "./leaveForm.ts";
import { ShownOncePanel } from "./ShownOncePanel.tsx";
import { UnknownPanel } from "./UnknownPanel.tsx";

/** An open form in its frame: to be filled in, in conflict, of unknown outcome, or with what is shown once. */
export function OpenForm({ form }: { readonly form: HostedForm }) {
  const { plan, actor } = form;
  const row = useSelector(actor, ({ context }) => context.row);
  const unsaved = useSelector(actor, holdsUnsaved);
  const phase = useSelector(actor, (snapshot) =>
    snapshot.hasTag("done")
      ? "done"
      : snapshot.hasTag("conflict")
        ? "conflict"
        : snapshot.hasTag("unknown")
          ? "unknown"
          : "form",
  );
  const close = () => leaveForm(form);
  const title = plan.title(row);
  const inside =
    phase === "done" ? (
      <ShownOncePanel form={form} />
    ) : phase === "conflict" ? (
      <ConflictPanel form={form} />
    ) : phase === "unknown" ? (
      <UnknownPanel form={form} />
    ) : (
      <FormBody form={form} />
    );
  const leaving = { closeOnClickOutside: phase !== "done" && !unsaved };
  return (
    <>
      {plan.frame === "drawer" && phase === "form" ? (
        <SidePanel opened onClose={close} title={title} {...leaving}>
          {inside}
        </SidePanel>
      ) : (
        <Dialog opened onClose={close} title={title} size={phase === "conflict" ? "lg" : "md"} {...leaving}>
          {inside}
        </Dialog>
      )}
      <LeaveQuestion form={form} />
    </>
  );
}
