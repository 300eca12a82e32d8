import { Anchor, Button, Code, Group, Tabs, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { AccessStep } from "./AccessStep.tsx";
import {
  type CommandParts,
  createCurlCommand,
  createNodeScript,
  createPythonScript,
} from "./createCommands.ts";

const commands = [
  { name: "curl", create: createCurlCommand, hint: "发送一条停在地面的样本，需要 openssl" },
  {
    name: "Node",
    create: createNodeScript,
    hint: "保存为 send.mjs，运行 node send.mjs：飞行 30 秒，每秒一条样本",
  },
  {
    name: "Python",
    create: createPythonScript,
    hint: "保存为 send.py，运行 python3 send.py：飞行 30 秒，每秒一条样本",
  },
] as const;

/** A command and two scripts that send signed samples, ready to run. */
export function CommandStep(parts: CommandParts) {
  return (
    <AccessStep step={4} title="发送第一条数据">
      <Text size="sm">
        上报地址 <Code>{parts.url}</Code>，字段、单位与应答见
        <Anchor inherit underline="always" href="/device-api.md" target="_blank" rel="noreferrer">
          设备上报接口文档（英文）
        </Anchor>
        。停在地面的样本只登记在下面；起飞后的首条样本在实时任务中打开一次飞行。
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List>
          {commands.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {commands.map(({ name, create, hint }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <CodeBlock label={`${name} 代码`} hint={hint} text={create(parts)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </AccessStep>
  );
}

interface CodeBlockProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
}

function CodeBlock({ label, hint, text }: CodeBlockProps) {
  const { toast } = usePageApi();
  const { copied, copy, error } = useClipboard();
  const warnCopyFailed = useEffectEvent(() => toast.warning("浏览器不允许复制，请手动选择"));
  useEffect(() => {
    if (error) warnCopyFailed();
  }, [error]);
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => copy(text)}>
          {copied ? "已复制" : "复制"}
        </Button>
      </Group>
      {/* Scrolls sideways, so it takes the keyboard's focus. */}
      <Code block tabIndex={0} role="region" aria-label={label} mah={360} style={{ overflow: "auto" }}>
        {text}
      </Code>
    </>
  );
}
