import { Text } from "@mantine/core";
import { wholeListMax } from "../../../adapters/contract/page.ts";

/** Says below a list without pages that it may be cut; nothing where all of it is there. */
export const WholeListNote = ({ rows }: { readonly rows: readonly unknown[] }) =>
  rows.length >= wholeListMax && (
    <Text c="dimmed" p="xs">{`只显示前 ${wholeListMax} 条，其余请到对应的列表中查询`}</Text>
  );
