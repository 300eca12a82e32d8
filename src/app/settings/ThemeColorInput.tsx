import { ColorInput } from "@mantine/core";
import { useRef, useState } from "react";

interface Props {
  /** The colour in force, `#rrggbb`. */
  readonly theme: string;
  readonly onChoose: (theme: string) => void;
}

/** A colour of one's own, typed or picked; it acts once it is whole, and what is not is put right on leaving. */
export function ThemeColorInput({ theme, onChoose }: Props) {
  const [draft, setDraft] = useState(theme);
  const [lastTheme, setLastTheme] = useState(theme);
  // Mantine tells the end of a change as a colour: `#409` on the way to `#409EFF` would count as one.
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
