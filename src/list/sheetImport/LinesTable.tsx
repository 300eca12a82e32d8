import { Table, Text } from "@mantine/core";
import classes from "./SheetImportDialog.module.css";

/** Lines that are shown; a file has all of them. */
const maxLines = 200;

interface Props {
  readonly label: string;
  readonly header: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** Lines of a report: the drawer scrolls. The roles are named, as the style sheet turns rows into cards on a phone. */
export function LinesTable({ label, header, lines }: Props) {
  return (
    <div className={classes["report"]}>
      <Table role="table" withTableBorder aria-label={label} fz="sm" className={classes["faults"] ?? ""}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {header.map((title) => (
              <Table.Th key={title} role="columnheader">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {lines.slice(0, maxLines).map((cells) => (
            <Table.Tr key={cells.join(" ")} role="row">
              {cells.map((cell, index) => (
                <Table.Td key={header[index]} role="cell" data-title={header[index]}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {lines.length > maxLines && (
        <Text size="xs" c="dimmed" mt={4}>{`这里只显示前 ${maxLines} 条，全部内容请下载查看`}</Text>
      )}
    </div>
  );
}
