import { Button, Group, Loader, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type ReactNode, useRef } from "react";
import type { ImportLike } from "../../../machines/importJobs.machine.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import type { ImportJobsActor } from "./followImports.ts";
import classes from "./ImportJobs.module.css";

/** An import as the list names it. */
export interface ShownImport extends ImportLike {
  readonly fileName: string;
  readonly createdAt: string;
  readonly staffId: string;
  readonly staffName: string;
}

interface Props<Job> {
  readonly imports: ImportJobsActor<Job>;
  readonly getStatus: (job: Job) => { readonly label: string; readonly color: string };
  /** What the file was imported for; empty for nothing. */
  readonly getTarget?: (job: Job) => string;
  /** How far the import is, or what came of it; `focusItem` keeps the focus where what had it disappears. */
  readonly State: (props: { readonly job: Job; readonly focusItem: () => void }) => ReactNode;
}

function ImportItem<Job extends ShownImport>({
  job,
  getStatus,
  getTarget,
  State,
}: Omit<Props<Job>, "imports"> & { readonly job: Job }) {
  const { user } = usePageApi();
  const item = useRef<HTMLLIElement>(null);
  const { fileName, createdAt, staffId, staffName } = job;
  const facts = [formatTime(createdAt), getTarget?.(job) ?? "", staffId === user.id ? "" : staffName];
  return (
    <li ref={item} tabIndex={-1} className={classes["item"]}>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <Text size="sm" fw={600} className={classes["name"] ?? ""}>
          {fileName}
        </Text>
        <StatusTag {...getStatus(job)} />
      </Group>
      <Text size="xs" c="dimmed">
        {facts.filter((fact) => fact !== "").join(" · ")}
      </Text>
      <State job={job} focusItem={() => item.current?.focus()} />
    </li>
  );
}

/** The latest imports of one kind; nothing before the first. */
export function ImportJobs<Job extends ShownImport>({ imports, ...item }: Props<Job>) {
  const jobs = useSelector(imports, ({ context }) => context.jobs);
  const isFailed = useSelector(imports, (snapshot) => snapshot.hasTag("failed"));
  if (isFailed)
    return (
      <Button variant="default" size="compact-sm" onClick={() => imports.send({ type: "jobs.retry" })}>
        导入情况没有读到，重试
      </Button>
    );
  if (!jobs) return <Loader size="sm" aria-label="正在读取导入情况" />;
  if (jobs.length === 0) return null;
  return (
    <section aria-label="最近的导入">
      <Text size="sm" fw={600} mb={4}>
        最近的导入
      </Text>
      <ul className={classes["list"]} aria-live="polite">
        {jobs.map((job) => (
          <ImportItem key={job.id} job={job} {...item} />
        ))}
      </ul>
    </section>
  );
}
