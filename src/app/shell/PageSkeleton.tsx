import { Skeleton, Stack } from "@mantine/core";

/** Shown while a page's code loads. */
export function PageSkeleton() {
  return (
    <Stack gap="md" role="status" aria-busy aria-label="页面加载中">
      <Skeleton height={72} radius="md" />
      <Skeleton height={360} radius="md" />
    </Stack>
  );
}
