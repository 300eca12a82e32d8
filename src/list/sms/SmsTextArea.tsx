import { Textarea } from "@mantine/core";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { toInputProps } from "../form/toInputProps.ts";

interface Props {
  readonly field: CustomFieldProps;
  readonly text: string;
  readonly description: string;
}

/** The text area of a message or template. */
export function SmsTextArea({ field, text, description }: Props) {
  return (
    <Textarea
      {...toInputProps(field)}
      autosize
      minRows={3}
      maxRows={8}
      value={text}
      description={description}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
