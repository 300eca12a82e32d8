import { Alert, Button, Group, List, Skeleton, Text, Title } from "@mantine/core";
import { useLocation } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { useQuery } from "../../list/useQuery.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { KeyHelp } from "../keys/KeyHelp.tsx";
import { findPage, type PageEntry } from "../routes/pages.ts";

const helpByFile = import.meta.glob<PageHelp>("../../pages/**/*.page.tsx", {
  query: "?help",
  import: "default",
});

/** What the page is for and how it is used; then all keys. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { pathname } = useLocation();
  const page = findPage(pathname);
  return (
    <Dialog opened onClose={onClose} title="帮助" size="lg">
      {page && <PageHelpText page={page} />}
      <KeyHelp />
    </Dialog>
  );
}

function PageHelpText({ page: { title, path, file } }: { readonly page: PageEntry }) {
  const load = helpByFile[file];
  const { result, refetch } = useQuery(load ? path : null, () => load?.() ?? Promise.resolve(null));
  if (result.state === "pending") return <Skeleton height={220} animate={false} aria-label="正在读取说明" />;
  if (result.state === "error")
    return (
      <Alert color="orange" variant="light" title="本页说明没有读到">
        <Group gap="md">
          请检查网络后重试。
          <Button size="compact-sm" variant="default" onClick={refetch}>
            {word.retry}
          </Button>
        </Group>
      </Alert>
    );
  return (
    result.data && (
      <section>
        <Title order={3} size="h5" mb={4}>
          {title}
        </Title>
        <Text size="sm" mb={6}>
          {result.data.purpose}
        </Text>
        <List size="sm" spacing={4}>
          {result.data.lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </section>
    )
  );
}
