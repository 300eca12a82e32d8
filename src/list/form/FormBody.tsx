import { Alert, Button, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { changeField, changeFields } from "./changeField.ts";
import { closeForm } from "./closeForm.ts";
import type { FormInstance } from "./createFormHandle.ts";
import { FieldInput } from "./FieldInput.tsx";
import classes from "./FormBody.module.css";
import { type FormField, getSections } from "./formConfig.ts";
import { RestoreDraftAlert } from "./RestoreDraftAlert.tsx";
import { useDeferUntilPointerUp } from "./useDeferUntilPointerUp.ts";
import { useFieldErrors } from "./useFieldErrors.ts";

/** The fields, what is wrong with them, and the way to save. */
export function FormBody({ form: { config, actor } }: { readonly form: FormInstance }) {
  const id = useId();
  const { client } = usePageApi();
  const { row, values, error, requestId } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const errors = useFieldErrors(config, row, values, error);
  const deferUntilPointerUp = useDeferUntilPointerUp();
  const sections = getSections(config, row, values);
  const firstField = sections[0]?.fields[0];
  const [busyFields, setBusyFields] = useState<ReadonlySet<string>>(new Set());
  const serverErrorField = error?.issues[0]?.path;
  useEffect(() => {
    if (serverErrorField !== undefined) document.getElementById(`${id}-${serverErrorField}`)?.focus();
  }, [id, serverErrorField, error]);
  const getInputId = (field: FormField) => `${id}-${field.name}`;
  const focusField = (field: FormField | null) =>
    field && document.getElementById(getInputId(field))?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const invalidField = errors.showAll();
    if (invalidField) focusField(invalidField);
    else actor.send({ type: "form.submit" });
  };
  // The server checks again when saving, and what is asked beside that may find the record that is being made.
  const isSaving = () => actor.getSnapshot().hasTag("busy");
  const handleBlur = (field: FormField) => {
    errors.markTouched(field.name);
    const value = values[field.name];
    if (isSaving()) return;
    if (field.kind !== "text" || !field.findDuplicate || config.validate(field, value, row) !== null) return;
    if (row !== null && value === config.getValues(row)[field.name]) return;
    field
      .findDuplicate(client, String(value).trim(), row?.id ?? null, new AbortController().signal)
      .then((message) => message && !isSaving() && errors.setDuplicate(field.name, value, message))
      .catch(() => undefined);
  };
  const formError = error && !error.issues.some(({ path }) => path in values) ? error.message : null;
  const alertRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) alertRef.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <RestoreDraftAlert form={{ config, actor }} />
      {row && config.consequence && <Text size="sm">{config.consequence(row)}</Text>}
      {formError !== null && (
        <Alert ref={alertRef} color="red" role="alert" title={`未能${config.submitLabel}`}>
          <span>{formError || "请稍后重试，填写的内容已保留"}</span>
          <RequestId form error={error} />
        </Alert>
      )}
      {sections.map(({ title, fields }) => (
        <section key={title ?? "fields"}>
          {title && <h3 className={classes["title"]}>{title}</h3>}
          <div className={classes["fields"]}>
            {fields.map((field) => (
              <div key={field.name} className={field.wide ? classes["wide"] : undefined}>
                <FieldInput
                  id={getInputId(field)}
                  field={field}
                  openingId={requestId}
                  value={values[field.name]}
                  values={values}
                  error={errors.getError(field)}
                  required={config.isRequired(field, row)}
                  disabled={busy}
                  autoFocus={field === firstField}
                  masked={getMaskedValue(field, row)}
                  clearable={config.isClearable?.(field, row) ?? false}
                  // What is then said of the field moves what stands below it.
                  onBlur={() => deferUntilPointerUp(() => handleBlur(field))}
                  onBusy={(isBusy) => setBusyFields((previous) => setMember(previous, field.name, isBusy))}
                  onChange={(value) => changeField(actor, requestId, field.name, value)}
                  onFill={(patch) => changeFields(actor, requestId, patch)}
                />
              </div>
            ))}
          </div>
        </section>
      ))}
      {config.summary && <config.summary values={values} />}
      <div className={classes["buttons"]}>
        <Button variant="default" disabled={busy} onClick={() => closeForm({ config, actor })}>
          取消
        </Button>
        <Button
          type="submit"
          loading={busy}
          disabled={busyFields.size > 0}
          title={busyFields.size > 0 ? "请等待文件上传完成" : undefined}
          {...(config.destructive ? { color: "red" } : {})}
        >
          {config.submitLabel}
        </Button>
      </div>
    </form>
  );
}

function setMember(set: ReadonlySet<string>, name: string, isMember: boolean): ReadonlySet<string> {
  if (set.has(name) === isMember) return set;
  return new Set(isMember ? [...set, name] : [...set].filter((item) => item !== name));
}

function getMaskedValue(field: FormField, row: object | null): string {
  if (field.kind !== "text" || !field.masked || row === null) return "";
  const value: unknown = Object.entries(row).find(([name]) => name === field.name)?.[1];
  return typeof value === "string" ? value : "";
}
