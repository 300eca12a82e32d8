import { Anchor, Text } from "@mantine/core";
import type { RegionOutlines } from "./loadOutlines.ts";
import classes from "./RegionMap.module.css";

interface Props {
  readonly path: RegionOutlines["path"];
  /** Null for the whole country. */
  readonly onOpen: (regionId: string | null) => void;
}

/** Where the map is, and the way back up. */
export function RegionPath({ path, onOpen }: Props) {
  const steps = [{ code: null, name: "全国" }, ...path];
  return (
    <nav aria-label="地区层级">
      <ol className={classes["path"]}>
        {steps.map(({ code, name }, index) => (
          <li key={name}>
            {index > 0 && <span aria-hidden> / </span>}
            {index === steps.length - 1 ? (
              <Text component="span" size="sm" fw={600} aria-current="location">
                {name}
              </Text>
            ) : (
              <Anchor component="button" type="button" size="sm" onClick={() => onOpen(code)}>
                {name}
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
