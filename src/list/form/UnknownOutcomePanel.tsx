import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { FormInstance } from "./createFormHandle.ts";

const outcomeTexts: Readonly<Record<string, string>> = {
  contract: "服务器的答复无法识别",
  commitUnknown: "服务器保存时数据库连接中断",
};

/** No answer came, or none that tells: the record may or may not be saved. Sending again under the same number acts once. */
export function UnknownOutcomePanel({ form: { config, actor } }: { readonly form: FormInstance }) {
  const kind = useSelector(actor, ({ context }) => context.error?.kind ?? "");
  return (
    <Stack>
      <Alert color="orange" role="alert" title="结果未知，请核对">
        {outcomeTexts[kind] ?? "没有收到服务器的答复"}，可能已经保存，也可能没有。
      </Alert>
      <Text size="sm">
        列表会重新读取，请核对。重新提交不会重复操作{config.savesDrafts ? "，填写的内容也会保留为草稿" : ""}。
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
