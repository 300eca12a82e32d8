import { useConsole } from "../../console/useConsole.ts";
import type { AnyRow, RowAction } from "../definition.ts";
import { FormHost } from "../form/FormHost.tsx";
import { useReveal } from "../people/useReveal.ts";
import type { ListActor } from "./listActor.ts";
import type { ListForms } from "./useForms.ts";

/** A row action that was begun. */
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

/** The page's forms, each while it is open, and the page's own dialog that was asked for. */
export function ListDialogs({ actor, forms, open, onClose }: Props) {
  const { say } = useConsole();
  const reveal = useReveal();
  const Dialog = open && "dialog" in open.action ? open.action.dialog : null;
  return (
    <>
      {forms.record && <FormHost form={forms.record} />}
      <FormHost form={reveal} />
      {[...forms.acts, ...forms.together].map(([name, form]) => (
        <FormHost key={`${name} ${form.plan.name}`} form={form} />
      ))}
      {Dialog && open && (
        <Dialog
          row={open.row}
          onClose={onClose}
          onDoubt={() => actor.send({ type: "refresh" })}
          onDone={(said) => {
            if (said) say.success(said);
            onClose();
            actor.send({ type: "row.saved", id: open.row.id });
          }}
        />
      )}
    </>
  );
}
