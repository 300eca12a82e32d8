import { Button, Loader, Popover, Text } from "@mantine/core";
import { videoCalls } from "../../../../adapters/contract/video.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { CopyText } from "../../../ui/CopyText.tsx";
import classes from "./RtmpAddresses.module.css";

interface ShownTask {
  readonly id: string;
  readonly name: string;
}

/** The address of one task, or why there is none. */
function RtmpAddress({ task }: { readonly task: ShownTask }) {
  const { client, toast } = usePageApi();
  const { result, refetch } = useQuery(task.id, (signal) =>
    client.call(
      videoCalls.mediaPull,
      { params: { taskId: task.id, mode: "rtmp" }, query: {} },
      { signal, quiet: true },
    ),
  );
  return (
    <li>
      <Text size="sm" fw={600}>
        {task.name}
      </Text>
      {result.state === "pending" && <Loader size="xs" aria-label={word.reading} />}
      {result.state === "error" && (
        <Text size="sm">
          地址没有读到，请检查网络后{" "}
          <Button size="compact-xs" variant="default" onClick={refetch}>
            {word.retry}
          </Button>
        </Text>
      )}
      {result.state === "success" &&
        (result.data.url === "" ? (
          <Text size="sm">{result.data.message}</Text>
        ) : (
          <CopyText
            text={result.data.url}
            onCopy={() => toast.success("RTMP 地址已复制")}
            onError={() => toast.warning("浏览器不允许复制，请选中地址后手动复制")}
          />
        ))}
    </li>
  );
}

/** RTMP addresses of tasks, to be copied into another program: no browser plays them. */
export function RtmpAddresses({ tasks }: { readonly tasks: readonly ShownTask[] }) {
  return (
    <Popover position="bottom-end" width={320} shadow="md" withArrow trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" disabled={tasks.length === 0}>
          RTMP 地址
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="RTMP 地址" tabIndex={-1}>
        <Text size="xs" c="dimmed" mb="xs">
          用 VLC 等播放器打开，须在 5 分钟内打开。点击地址即可复制。
        </Text>
        <ul className={classes["list"]}>
          {tasks.map((task) => (
            <RtmpAddress key={task.id} task={task} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
