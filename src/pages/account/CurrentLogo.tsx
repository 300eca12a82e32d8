import { Button, Group, Image, Loader, Text } from "@mantine/core";
import { type CompanyRow, logoStatus } from "../../../adapters/contract/company.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";

/** The logo that the company has and whether it is handed in, on a ground that shows white and dark ones alike. */
export function CurrentLogo({ row: { id, version } }: { readonly row: CompanyRow }) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery(`${id} ${version}`, (signal) =>
    client.call(logoCalls.logoDetail, { params: { id } }, { signal }),
  );
  if (result.state === "pending") return <Loader size="sm" aria-label="正在读取当前 Logo" />;
  if (result.state === "error")
    return (
      <Group gap="xs">
        <Text size="sm">当前 Logo 没有读到</Text>
        <Button size="compact-sm" variant="default" onClick={refetch}>
          重试
        </Button>
      </Group>
    );
  const { url, companyName, status } = result.data;
  if (!url)
    return (
      <Text size="sm" c="dimmed" ta="center" py="xl" bg="var(--console-ground)">
        还没有 Logo，选择一张图片开始
      </Text>
    );
  return (
    <div>
      <Text size="sm" mb={6}>
        当前 Logo（{logoStatus.label(status)}）
      </Text>
      <Group justify="center" p="md" bg="var(--console-ground)">
        <Image src={url} alt={`${companyName} 的当前 Logo`} h={64} w="auto" maw="100%" fit="contain" />
      </Group>
    </div>
  );
}
