import { Textarea } from "@mantine/core";
import { fieldFrame } from "../form/fieldFrame.ts";
import type { CustomFieldProps } from "../form/formPlan.ts";

interface Props {
  readonly field: CustomFieldProps;
  /** The text as typed. */
  readonly text: string;
  readonly description: string;
}

/** Where the text of a message or a template is written. */
export function SmsTextArea({ field, text, description }: Props) {
  return (
    <Textarea
      {...fieldFrame(field)}
      autosize
      minRows={3}
      maxRows={8}
      value={text}
      description={description}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
