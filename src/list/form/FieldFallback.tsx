import { TextInput } from "@mantine/core";
import * as word from "../../../adapters/contract/words.ts";

/** Placeholder of usual height while the code of a field loads. */
export function FieldFallback({ label }: { readonly label: string }) {
  return <TextInput label={label} disabled placeholder={word.loading} />;
}
