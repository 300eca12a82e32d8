import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { HostedForm } from "./formHandle.ts";

/** No answer came, or none that can be read: the record may or may not be saved. Sending again under the same number acts once. */
export function UnknownPanel({ form: { plan, actor } }: { readonly form: HostedForm }) {
  const unread = useSelector(actor, ({ context }) => context.fault?.kind === "contract");
  return (
    <Stack>
      <Alert color="orange" role="alert" title="结果未知，请核对">
        {unread ? "服务器的答复无法识别" : "没有收到服务器的答复"}，可能已经保存，也可能没有。
      </Alert>
      <Text size="sm">
        列表会重新读取，请核对。重新提交不会重复操作{plan.drafts ? "，填写的内容也会保留为草稿" : ""}。
      </Text>
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
