import { Loader } from "@mantine/core";

/** In place of a section of a detail, while its code is on its way. */
export function SectionFallback() {
  return <Loader size="sm" aria-label="正在加载" />;
}
