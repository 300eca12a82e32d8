import { Button, Center, EmptyState } from "@mantine/core";
import { IconCloudOff, IconInbox, IconSearchOff } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import type { EmptyStateAction } from "../listDefinition.ts";
import { getFailureText, getNoMatchText } from "./emptyStateTexts.ts";

interface Props {
  readonly kind: "empty" | "noMatch" | "failed";
  readonly noun: string;
  readonly error: Pick<ErrorInfo, "kind" | "message" | "reqId"> | null;
  /** The searched keyword, if the list finds phones. */
  readonly keyword: string | null;
  /** Null if the user may not create records. */
  readonly onAdd: (() => void) | null;
  /** Link to where the first record is created, if that is another page and the role may. */
  readonly emptyStateAction: EmptyStateAction | null;
  readonly onClear: () => void;
  readonly onRetry: () => void;
}

/** Shown instead of rows: why there are none and what to do. */
export function ListEmptyState({
  kind,
  noun,
  error,
  keyword,
  onAdd,
  emptyStateAction,
  onClear,
  onRetry,
}: Props) {
  if (kind === "failed")
    return (
      <Center py={48} role="alert">
        <EmptyState icon={<IconCloudOff />} title="加载失败" description={getFailureText(error)}>
          <RequestId error={error} />
          <EmptyState.Actions>
            <Button onClick={onRetry}>{word.retry}</Button>
          </EmptyState.Actions>
        </EmptyState>
      </Center>
    );
  if (kind === "noMatch")
    return (
      <Center py={48}>
        <EmptyState
          icon={<IconSearchOff />}
          title={`没有符合条件的${noun}`}
          description={getNoMatchText(keyword)}
        >
          <EmptyState.Actions>
            <Button variant="default" onClick={onClear}>
              清空条件
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      </Center>
    );
  return (
    <Center py={48}>
      <EmptyState
        icon={<IconInbox />}
        title={`还没有${noun}`}
        description={
          onAdd ? `点击“新增${noun}”添加第一个` : (emptyStateAction?.description ?? `有了${noun}会显示在这里`)
        }
      >
        {onAdd && (
          <EmptyState.Actions>
            <Button onClick={onAdd}>{`新增${noun}`}</Button>
          </EmptyState.Actions>
        )}
        {!onAdd && emptyStateAction && (
          <EmptyState.Actions>
            <Button component={Link} to={emptyStateAction.to}>
              {emptyStateAction.label}
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </Center>
  );
}
