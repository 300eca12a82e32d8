import { Loader } from "@mantine/core";
import * as word from "../../../adapters/contract/words.ts";

/** Placeholder while the code of a detail section loads. */
export function SectionFallback() {
  return <Loader size="sm" aria-label={word.loading} />;
}
