import { Loader } from "@mantine/core";

/** Placeholder while the code of a detail section loads. */
export function SectionFallback() {
  return <Loader size="sm" aria-label="正在加载" />;
}
