import { Button, Center, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import * as word from "../../adapters/contract/words.ts";
import { SidePanel } from "../ui/SidePanel.tsx";
import type { useQuery } from "./useQuery.ts";

interface Props<T> {
  readonly title: string;
  /** What is read, as the retry names it. */
  readonly noun: string;
  readonly query: Pick<ReturnType<typeof useQuery<T>>, "result" | "refetch">;
  readonly children: (data: T) => ReactNode;
  /** Forms that the content opens. */
  readonly forms: ReactNode;
  readonly onClose: () => void;
}

/** A side panel of what was read: until then a loader, after a failure a way to try again. */
export function QueryPanel<T>({
  title,
  noun,
  query: { result, refetch },
  children,
  forms,
  onClose,
}: Props<T>) {
  return (
    <SidePanel opened onClose={onClose} title={title}>
      {result.state === "success" ? (
        children(result.data)
      ) : (
        <Center py="xl">
          {result.state === "pending" ? (
            <Loader aria-label={word.reading} />
          ) : (
            <Button onClick={refetch}>{`${noun}没有读到，重试`}</Button>
          )}
        </Center>
      )}
      {forms}
    </SidePanel>
  );
}
