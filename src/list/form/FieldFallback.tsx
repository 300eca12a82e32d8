import { TextInput } from "@mantine/core";

/** In place of a field, as high as most, while the code of its control is on its way. */
export function FieldFallback({ label }: { readonly label: string }) {
  return <TextInput label={label} disabled placeholder="正在加载" />;
}
