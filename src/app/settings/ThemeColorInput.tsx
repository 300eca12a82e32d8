import { ColorInput } from "@mantine/core";
import { useRef, useState } from "react";

interface Props {
  /** The colour in force, `#rrggbb`. */
  readonly theme: string;
  readonly onChoose: (theme: string) => void;
}

/** A colour of one's own, typed or picked; it acts once it is whole, and what is not is put right on leaving. */
export function ThemeColorInput({ theme, onChoose }: Props) {
  const [shown, setShown] = useState(theme);
  const [known, setKnown] = useState(theme);
  // Mantine tells the end of a change as a colour: `#409` on the way to `#409EFF` would count as one.
  const typed = useRef(theme);
  if (theme !== known) {
    setKnown(theme);
    setShown(theme);
  }
  return (
    <ColorInput
      aria-label="自定义主题颜色"
      format="hex"
      value={shown}
      fixOnBlur={false}
      onBlur={() => setShown(theme)}
      onChange={(text) => {
        typed.current = text;
        setShown(text);
      }}
      onChangeEnd={() => /^#[0-9a-f]{6}$/i.test(typed.current) && onChoose(typed.current)}
      eyeDropperButtonProps={{ "aria-label": "从屏幕取色" }}
    />
  );
}
