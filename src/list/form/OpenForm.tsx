import { useSelector } from "@xstate/react";
import { Dialog } from "../../ui/Dialog.tsx";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { FormBody } from "./FormBody.tsx";
import { type HostedForm, holdsUnsaved, shownIn, showsOnce } from "./formHandle.ts";
import { LeaveQuestion } from "./LeaveQuestion.tsx";
import { leaveForm } from "./leaveForm.ts";
import { ShownOnceView } from "./ShownOnceView.tsx";
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
  const shown = useSelector(actor, shownIn);
  const once = useSelector(actor, showsOnce);
  const close = () => leaveForm(form);
  const title = plan.title(row);
  const inside =
    phase === "done" ? (
      shown && <ShownOnceView shown={shown} onClose={() => actor.send({ type: "form.close" })} />
    ) : phase === "conflict" ? (
      <ConflictPanel form={form} />
    ) : phase === "unknown" ? (
      <UnknownPanel form={form} />
    ) : (
      <FormBody form={form} />
    );
  // What is gone for good then goes by the button that says so, by no key pressed once too often.
  const leaving = once
    ? { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false }
    : { closeOnClickOutside: phase !== "done" && !unsaved };
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
