import { ColorInput, ColorSwatch, Drawer, Group, Stack, Switch, Text, UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useRef, useState } from "react";
import { defaultThemeColor } from "../../../adapters/contract/constants.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { LayoutSettings } from "../../../machines/layout.machine.ts";
import { useServices } from "../boot/useServices.ts";
import { useOpenedAfterMount } from "../shell/useOpenedAfterMount.ts";

interface Props {
  /** The current colour, `#rrggbb`. */
  readonly theme: string;
  readonly onChoose: (theme: string) => void;
}

/** A custom colour, typed or picked. A complete value applies immediately; blur resets an incomplete one. */
function ThemeColorInput({ theme, onChoose }: Props) {
  const [draft, setDraft] = useState(theme);
  const [lastTheme, setLastTheme] = useState(theme);
  // `onChangeEnd` fires for `#409` while `#409EFF` is typed, so the raw text is checked instead.
  const lastInput = useRef(theme);
  if (theme !== lastTheme) {
    setLastTheme(theme);
    setDraft(theme);
  }
  return (
    <ColorInput
      aria-label="自定义主题颜色"
      format="hex"
      value={draft}
      fixOnBlur={false}
      onBlur={() => setDraft(theme)}
      onChange={(text) => {
        lastInput.current = text;
        setDraft(text);
      }}
      onChangeEnd={() => /^#[0-9a-f]{6}$/i.test(lastInput.current) && onChoose(lastInput.current)}
      eyeDropperButtonProps={{ "aria-label": "从屏幕取色" }}
    />
  );
}

const presets = [
  [defaultThemeColor, "默认蓝"],
  ["#1677FF", "拂晓蓝"],
  ["#13C2C2", "明青"],
  ["#11A983", "极光绿"],
  ["#F5A623", "日暮黄"],
  ["#F5222D", "薄暮红"],
  ["#EB5A9E", "樱粉"],
  ["#722ED1", "酱紫"],
] as const;

const switches: readonly (readonly [keyof Omit<LayoutSettings, "theme">, string, string])[] = [
  ["dark", "深色模式", "夜间值班时减少刺眼"],
  ["tagsView", "标签栏", "保留打开过的页面"],
  ["fixedHeader", "固定头部", "滚动时顶栏始终可见"],
  ["sidebarLogo", "侧栏图标", "在标题旁显示标志"],
];

/** The look of the console; each change applies immediately and is saved in a cookie. */
export default function SettingsDrawer({ opened }: { readonly opened: boolean }) {
  const { layout } = useServices();
  const settings = useSelector(layout, ({ context }) => context.settings);
  const change = (patch: Partial<LayoutSettings>) => layout.send({ type: "settings.change", patch });
  return (
    <Drawer
      opened={useOpenedAfterMount(opened)}
      onClose={() => layout.send({ type: "settings.close" })}
      position="right"
      size={320}
      title={word.openSettings}
      closeButtonProps={{ "aria-label": word.close }}
    >
      <Stack gap="lg">
        <Stack gap="xs">
          <Text fw={600}>主题颜色</Text>
          <Group gap={8}>
            {presets.map(([color, name]) => (
              <UnstyledButton
                key={color}
                aria-label={name}
                aria-pressed={color === settings.theme}
                title={name}
                onClick={() => change({ theme: color })}
              >
                <ColorSwatch color={color} size={28} component="span" style={{ color: "#fff" }}>
                  {color === settings.theme && <IconCheck size={16} stroke={3} />}
                </ColorSwatch>
              </UnstyledButton>
            ))}
          </Group>
          <ThemeColorInput theme={settings.theme} onChoose={(theme) => change({ theme })} />
        </Stack>
        <Stack gap="sm">
          {switches.map(([name, label, description]) => (
            <Switch
              key={name}
              label={label}
              description={description}
              labelPosition="left"
              checked={settings[name]}
              onChange={(event) => change({ [name]: event.currentTarget.checked })}
              styles={{ body: { justifyContent: "space-between" } }}
            />
          ))}
        </Stack>
      </Stack>
    </Drawer>
  );
}
