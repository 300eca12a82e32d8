import { usePageApi } from "../../pageApi/usePageApi.ts";
import { FormHost } from "../form/FormHost.tsx";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { useRevealForm } from "../people/useRevealForm.ts";
import type { ListActor } from "./listActor.ts";
import type { ListForms } from "./useListForms.ts";

export interface OpenAction {
  readonly action: RowAction<AnyRow>;
  readonly row: AnyRow;
}

interface Props {
  readonly actor: ListActor;
  readonly forms: ListForms;
  readonly open: OpenAction | null;
  readonly onClose: () => void;
}

/** The page's forms and the custom dialog of the open action. */
export function ListDialogs({ actor, forms, open, onClose }: Props) {
  const { toast } = usePageApi();
  const reveal = useRevealForm();
  const Dialog = open && "dialog" in open.action ? open.action.dialog : null;
  return (
    <>
      {forms.recordForm && <FormHost form={forms.recordForm} />}
      <FormHost form={reveal} />
      {[...forms.actionForms, ...forms.selectionForms].map(([name, form]) => (
        <FormHost key={`${name} ${form.config.name}`} form={form} />
      ))}
      {Dialog && open && (
        <Dialog
          row={open.row}
          onClose={onClose}
          onOutdated={() => actor.send({ type: "refresh" })}
          onDone={(message) => {
            if (message) toast.success(message);
            onClose();
            actor.send({ type: "row.saved", id: open.row.id });
          }}
        />
      )}
    </>
  );
}
