import { Button, Group, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { ImportLike } from "../../../machines/importJobs.machine.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormHost } from "../form/FormHost.tsx";
import type { useForm } from "../form/useForm.ts";
import type { ImportJobsActor } from "./followImports.ts";
import classes from "./ImportJobs.module.css";

interface Props<Job> {
  readonly imports: ImportJobsActor<Job>;
  readonly form: ReturnType<typeof useForm>;
  readonly title: string;
  readonly size: string;
  /** What happens to a file that the server has. */
  readonly hint: string;
  /** The latest imports. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The form of an import; once the server has the file, what becomes of it, which goes on while the window is closed. */
export function ImportWindow<Job extends ImportLike>({
  imports,
  form,
  title,
  size,
  hint,
  children,
  onClose,
}: Props<Job>) {
  const { actor } = form;
  const showsJobs = useSelector(imports, ({ context }) => context.shown === "jobs");
  const isPending = useSelector(
    imports,
    ({ context }) => context.jobs?.some(({ endedAt }) => endedAt === null) ?? true,
  );
  const openForm = useEffectEvent(() => form.open(null));
  const handleClosed = useEffectEvent(onClose);
  useEffect(() => {
    imports.send({ type: "dialog.open" });
    openForm();
    const subscription = actor.subscribe((snapshot) => {
      if (!snapshot.hasTag("open") && imports.getSnapshot().context.shown === "form") handleClosed();
    });
    return () => {
      subscription.unsubscribe();
      imports.send({ type: "dialog.close" });
    };
  }, [actor, imports]);
  const importAnother = () => {
    imports.send({ type: "upload.again" });
    form.open(null);
  };
  return (
    <>
      <FormHost form={form} />
      {showsJobs && (
        <Dialog opened onClose={onClose} title={title} size={size}>
          <Stack>
            {isPending && <Text size="sm">{hint}</Text>}
            {children}
            <Group className={classes["buttons"] ?? ""}>
              <Button variant="default" onClick={importAnother}>
                再导入一个
              </Button>
              <Button onClick={onClose}>{word.close}</Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
