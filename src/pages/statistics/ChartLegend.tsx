import { UnstyledButton } from "@mantine/core";
import classes from "./Statistics.module.css";

export interface LegendItem {
  readonly name: string;
  readonly label: string;
  readonly color: string;
}

interface Props {
  readonly items: readonly LegendItem[];
  /** The only one that is drawn; null for all. */
  readonly isolated: string | null;
  readonly onIsolate: (name: string | null) => void;
}

/** Draws one series alone; the same button shows all again. */
export function ChartLegend({ items, isolated, onIsolate }: Props) {
  if (items.length < 2) return null;
  return (
    <div className={classes["legend"]} role="group" aria-label="只看一项">
      {items.map(({ name, label, color }) => (
        <UnstyledButton
          key={name}
          className={classes["legendItem"]}
          aria-pressed={isolated === name}
          data-faded={(isolated !== null && isolated !== name) || undefined}
          title={isolated === name ? "显示全部" : `只看${label}`}
          onClick={() => onIsolate(isolated === name ? null : name)}
        >
          <span className={classes["swatch"]} style={{ background: color }} />
          {label}
        </UnstyledButton>
      ))}
    </div>
  );
}
