import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { HostedForm } from "./formHandle.ts";

/** No answer came: the record may or may not be saved. Sending again under the same number acts once. */
export function UnknownPanel({ form: { actor } }: { readonly form: HostedForm }) {
  return (
    <Stack>
      <Alert color="orange" role="alert" title="结果未知，请核对">
        没有收到服务器的答复，可能已经保存，也可能没有。
      </Alert>
      <Text size="sm">重新提交不会重复操作；也可以关闭后在刷新的列表里核对。</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => actor.send({ type: "form.close" })}>
          关闭并刷新列表
        </Button>
        <Button data-autofocus onClick={() => actor.send({ type: "form.submit" })}>
          重新提交
        </Button>
      </Group>
    </Stack>
  );
}
