import { Alert, Button, Group, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import { type FormValues, isBlank } from "../../../machines/formValues.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import type { AnyRow } from "../listDefinition.ts";
import { focusUnchosenText } from "../pickers/typedText.ts";
import { useDeferUntilPointerUp } from "../useDeferUntilPointerUp.ts";
import { ConfirmSubmitDialog } from "./ConfirmSubmitDialog.tsx";
import { changeField, changeFields, prefillFields } from "./changeField.ts";
import { closeForm } from "./closeForm.ts";
import type { FormInstance } from "./createFormHandle.ts";
import { FieldInput } from "./FieldInput.tsx";
import classes from "./FormBody.module.css";
import { type FormConfig, type FormField, getFields, getSections } from "./formConfig.ts";
import { hasSameFiles } from "./hasSameFiles.ts";

interface DuplicateMessage {
  readonly value: unknown;
  readonly message: string;
}

interface FieldErrors {
  /** Whether the failed save still concerns what the form holds. */
  readonly isErrorCurrent: boolean;
  readonly getError: (field: FormField) => string | null;
  /** The field was left filled or emptied: validate it on every change from now on. */
  readonly markTouched: (name: string) => void;
  /** Reports that another record has this value. */
  readonly setDuplicate: (name: string, value: unknown, message: string) => void;
  /** Shows every error; returns the first invalid field. */
  readonly showAll: () => FormField | null;
}

/** Each field's error: by the schema after its first blur, by the server until its value changes. */
function useFieldErrors(
  config: FormConfig<AnyRow>,
  row: AnyRow | null,
  values: FormValues,
  error: ErrorInfo | null,
): FieldErrors {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isAllShown, setAllShown] = useState(false);
  const [duplicates, setDuplicates] = useState<Readonly<Record<string, DuplicateMessage>>>({});
  const [lastSeen, setLastSeen] = useState({ error, values });
  if (lastSeen.error !== error) setLastSeen({ error, values });
  const fields = getFields(config, row, values);
  const validate = (field: FormField): string | null => {
    const duplicate = duplicates[field.name];
    return (
      config.validate(field, values[field.name], row) ??
      config.validateTogether?.(field, values, row) ??
      (duplicate?.value === values[field.name] ? (duplicate?.message ?? null) : null)
    );
  };
  return {
    isErrorCurrent: lastSeen.error !== error || hasSameFiles(lastSeen.values, values),
    getError: (field) => {
      const serverMessage = error?.issues.find(({ path }) => path === field.name)?.message ?? null;
      // The error stays until the next save, its message for a field only until that value changes.
      const isUnchanged = lastSeen.error === error && lastSeen.values[field.name] === values[field.name];
      return (
        (isUnchanged ? serverMessage : null) ??
        (isAllShown || touched.has(field.name) ? validate(field) : null)
      );
    },
    markTouched: (name) =>
      setTouched((previous) => (previous.has(name) ? previous : new Set(previous).add(name))),
    setDuplicate: (name, value, message) =>
      setDuplicates((previous) => ({ ...previous, [name]: { value, message } })),
    showAll: () => {
      setAllShown(true);
      return fields.find((field) => validate(field) !== null) ?? null;
    },
  };
}

const maxNamedFields = 5;

/** Offers to restore an unsaved draft and names its fields. */
function RestoreDraftAlert({ form: { config, actor } }: { readonly form: FormInstance }) {
  const hasDraft = useSelector(actor, (snapshot) => snapshot.hasTag("draft"));
  const { row, draft } = useSelector(actor, ({ context }) => context);
  if (!hasDraft || !draft) return null;
  const labels = getFields(config, row)
    .filter(({ name }) => name in draft)
    .map(({ label }) => label);
  const moreText = labels.length > maxNamedFields ? `等 ${labels.length} 项` : "";
  return (
    <Alert color="blue" title="有一份上次未保存的草稿">
      <Text
        size="sm"
        mb="xs"
      >{`包含：${labels.slice(0, maxNamedFields).join("、")}${moreText}。恢复时，您这次已填写的内容不变。`}</Text>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => actor.send({ type: "draft.restore" })}>
          恢复草稿
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: "draft.discard" })}>
          丢弃
        </Button>
      </Group>
    </Alert>
  );
}

interface FormErrorProps {
  readonly config: Pick<FormConfig<AnyRow>, "submitLabel" | "savesDrafts">;
  readonly error: ErrorInfo | null;
  readonly values: FormValues;
}

/** Where the content waits for the right to save it. */
const [keptAsDraft, keptInForm] = ["；填写的内容已存为草稿。", "；填写的内容在关闭之前会保留。"];

/** An error that belongs to no field of the form, brought into view. */
function FormError({ config, error, values }: FormErrorProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) ref.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  if (!error || error.issues.some(({ path }) => path in values)) return null;
  return (
    <Alert ref={ref} color="red" role="alert" title={`未能${config.submitLabel}`}>
      <span>{error.message || "请稍后重试，填写的内容已保留"}</span>
      {error.kind === "forbidden" && <span>{config.savesDrafts ? keptAsDraft : keptInForm}</span>}
      <RequestId form error={error} />
    </Alert>
  );
}

/** The fields, their errors and the buttons. */
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
  const [isConfirming, setConfirming] = useState(false);
  const serverErrorField = error?.issues[0]?.path;
  useEffect(() => {
    if (serverErrorField !== undefined) document.getElementById(`${id}-${serverErrorField}`)?.focus();
  }, [id, serverErrorField, error]);
  const getInputId = (field: FormField) => `${id}-${field.name}`;
  const focusField = (field: FormField | null) =>
    field && document.getElementById(getInputId(field))?.focus();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const invalidField = errors.showAll();
    if (invalidField) focusField(invalidField);
    else if (focusUnchosenText(event.currentTarget)) return;
    else if (config.confirmation) setConfirming(true);
    else actor.send({ type: "form.submit" });
  };
  const deriving = useRef<AbortController>(null);
  // No duplicate check while saving: it could find the record that is being created. The server checks again.
  const isSaving = () => actor.getSnapshot().hasTag("busy");
  const handleBlur = (field: FormField) => {
    const value = values[field.name];
    // Passing an empty field is no mistake yet: saving tells.
    if (!isBlank(value) || !isBlank(config.getValues(row)[field.name])) errors.markTouched(field.name);
    if (isSaving()) return;
    if (row === null && field.derive && config.validate(field, value, row) === null) {
      // A late answer for an earlier value must not follow that for the present one.
      deriving.current?.abort();
      deriving.current = new AbortController();
      field.derive(client, String(value).trim(), deriving.current.signal).then(
        (derived) => prefillFields(actor, requestId, derived),
        // The user fills them in.
        () => undefined,
      );
    }
    if (field.kind !== "text" || !field.findDuplicate || config.validate(field, value, row) !== null) return;
    if (row !== null && value === config.getValues(row)[field.name]) return;
    field
      .findDuplicate(client, String(value).trim(), row?.id ?? null, new AbortController().signal)
      .then((message) => message && !isSaving() && errors.setDuplicate(field.name, value, message))
      .catch(() => undefined);
  };
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <RestoreDraftAlert form={{ config, actor }} />
      {row && config.consequence && <Text size="sm">{config.consequence(row)}</Text>}
      <FormError config={config} error={errors.isErrorCurrent ? error : null} values={values} />
      {sections.map(({ title, copy, fields }) => (
        <section key={title ?? "fields"}>
          {title && (
            <div className={classes["head"]}>
              <h3 className={classes["title"]}>{title}</h3>
              {copy && row === null && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={busy}
                  onClick={() => changeFields(actor, requestId, copyValues(copy.from, values))}
                >
                  {copy.label}
                </Button>
              )}
            </div>
          )}
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
                  required={config.isRequired(field, row, values)}
                  disabled={busy}
                  autoFocus={field === firstField}
                  masked={getMaskedValue(field, row)}
                  clearable={config.isClearable?.(field, row) ?? false}
                  // An error message moves the elements below.
                  onBlur={() => deferUntilPointerUp(() => handleBlur(field))}
                  onBusy={(isBusy) => setBusyFields((previous) => setMember(previous, field.name, isBusy))}
                  onChange={(value) => changeField(actor, requestId, field.name, value)}
                  onPrefill={(patch) => prefillFields(actor, requestId, patch)}
                  onFill={(patch) => changeFields(actor, requestId, patch)}
                />
              </div>
            ))}
          </div>
        </section>
      ))}
      {config.summary && <config.summary values={values} />}
      <div className={classes["buttons"]}>
        {busyFields.size > 0 && (
          <Text size="xs" c="dimmed" role="status" style={{ alignSelf: "center" }}>
            请等待文件上传完成
          </Text>
        )}
        <Button variant="default" disabled={busy} onClick={() => closeForm({ config, actor })}>
          {word.cancel}
        </Button>
        <Button
          type="submit"
          loading={busy}
          disabled={busyFields.size > 0}
          {...(config.destructive ? { color: "red" } : {})}
        >
          {config.toSubmitLabel?.(values) ?? config.submitLabel}
        </Button>
      </div>
      {isConfirming && config.confirmation && (
        <ConfirmSubmitDialog
          confirmation={config.confirmation(values)}
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            actor.send({ type: "form.submit" });
          }}
        />
      )}
    </form>
  );
}

/** The values of `from`'s fields for those that they are copied to. */
const copyValues = (from: Readonly<Record<string, string | undefined>>, values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(from).map(([to, source]) => [to, values[source ?? ""]]));

function setMember(set: ReadonlySet<string>, name: string, isMember: boolean): ReadonlySet<string> {
  if (set.has(name) === isMember) return set;
  return new Set(isMember ? [...set, name] : [...set].filter((item) => item !== name));
}

function getMaskedValue(field: FormField, row: object | null): string {
  if (field.kind !== "text" || !field.masked || row === null) return "";
  const value: unknown = Object.entries(row).find(([name]) => name === field.name)?.[1];
  return typeof value === "string" ? value : "";
}
