import { TextInput } from "@mantine/core";

/** Placeholder of usual height while the code of a field loads. */
export function FieldFallback({ label }: { readonly label: string }) {
  return <TextInput label={label} disabled placeholder="正在加载" />;
}
