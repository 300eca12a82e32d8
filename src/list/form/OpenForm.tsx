import { useSelector } from "@xstate/react";
import { Dialog } from "../../ui/Dialog.tsx";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { ConflictPanel } from "./ConflictPanel.tsx";
import { closeForm } from "./closeForm.ts";
import {
  type FormInstance,
  getOneTimeResult,
  hasUnsavedChanges,
  isShowingOneTimeResult,
} from "./createFormHandle.ts";
import { DiscardChangesDialog } from "./DiscardChangesDialog.tsx";
import { FormBody } from "./FormBody.tsx";
import { OneTimeResultView } from "./OneTimeResultView.tsx";
import { UnknownOutcomePanel } from "./UnknownOutcomePanel.tsx";

/** An open form in its frame: to be filled in, in conflict, of unknown outcome, or with what is shown once. */
export function OpenForm({ form }: { readonly form: FormInstance }) {
  const { config, actor } = form;
  const row = useSelector(actor, ({ context }) => context.row);
  const hasUnsaved = useSelector(actor, hasUnsavedChanges);
  const phase = useSelector(actor, (snapshot) =>
    snapshot.hasTag("done")
      ? "done"
      : snapshot.hasTag("conflict")
        ? "conflict"
        : snapshot.hasTag("unknown")
          ? "unknown"
          : "form",
  );
  const oneTimeResult = useSelector(actor, getOneTimeResult);
  const isOneTime = useSelector(actor, isShowingOneTimeResult);
  const close = () => closeForm(form);
  const title = config.title(row);
  const content =
    phase === "done" ? (
      oneTimeResult && (
        <OneTimeResultView result={oneTimeResult} onClose={() => actor.send({ type: "form.close" })} />
      )
    ) : phase === "conflict" ? (
      <ConflictPanel form={form} />
    ) : phase === "unknown" ? (
      <UnknownOutcomePanel form={form} />
    ) : (
      <FormBody form={form} />
    );
  // What is gone for good then goes by the button that says so, by no key pressed once too often.
  const closeProps = isOneTime
    ? { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false }
    : { closeOnClickOutside: phase !== "done" && !hasUnsaved };
  return (
    <>
      {config.container === "drawer" && phase === "form" ? (
        <SidePanel opened onClose={close} title={title} {...closeProps}>
          {content}
        </SidePanel>
      ) : (
        <Dialog
          opened
          onClose={close}
          title={title}
          size={phase === "conflict" ? "lg" : "md"}
          {...closeProps}
        >
          {content}
        </Dialog>
      )}
      <DiscardChangesDialog form={form} />
    </>
  );
}
