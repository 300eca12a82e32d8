import { Box, Group, Radio, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { ColumnList } from "../columns/ColumnList.tsx";
import { arrangeColumns, type ColumnState, type ListPreferences } from "../columns/columnLayout.ts";
import type { AnyRow, Column } from "../listDefinition.ts";
import { toCallError } from "../toCallError.ts";

const choiceSchema = z.object({
  kind: z.enum(["shown", "all", "own"]),
  columns: z.array(z.object({ key: z.string(), shown: z.boolean() })),
});
type Choice = z.infer<typeof choiceSchema>;

interface ExportColumns {
  readonly choice: Choice;
  readonly columns: readonly Column<AnyRow>[];
  /** The columns shown on the page, in their order there. */
  readonly shown: readonly string[];
  readonly setChoice: (choice: Choice) => void;
  /** Keys of the file's columns in their order; the choice is remembered from then on. */
  readonly take: () => string[];
}

const getShownKeys = (columns: readonly ColumnState[]) =>
  columns.filter(({ shown }) => shown).map(({ key }) => key);

/** The columns of a list's export file: as on the page at first, then as they were last time. */
export function useExportColumns(
  listName: string,
  columns: readonly Column<AnyRow>[],
  { columns: layout = [] }: ListPreferences,
): ExportColumns {
  const { storage } = usePageApi();
  const key = `list.${listName}.export`;
  const arranged = arrangeColumns(columns, layout);
  const shown = getShownKeys(arranged);
  const [choice, setChoice] = useState<Choice>({ kind: "shown", columns: arranged });
  // What was chosen last time may come after the first choice of today.
  const isChosen = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    storage.get(key).then((stored) => {
      const parsed = choiceSchema.safeParse(stored);
      if (isCurrent && !isChosen.current && parsed.success) setChoice(parsed.data);
    }, toCallError);
    return () => {
      isCurrent = false;
    };
  }, [storage, key]);
  const take = () => {
    storage.set(key, choice).catch(toCallError);
    if (choice.kind === "shown") return shown;
    if (choice.kind === "all") return arranged.map((column) => column.key);
    return getShownKeys(arrangeColumns(columns, choice.columns));
  };
  const choose = (next: Choice) => {
    isChosen.current = true;
    setChoice(next);
  };
  return { choice, columns, shown, setChoice: choose, take };
}

/** Chooses the columns of the file: those on the page, all, or one's own in any order. */
export function ExportColumnsField({ choice, columns, shown, setChoice }: ExportColumns) {
  const own = { columns: choice.columns };
  return (
    <Stack gap="xs">
      <Radio.Group
        label="导出的列"
        value={choice.kind}
        onChange={(kind) => setChoice({ ...choice, kind: z.parse(choiceSchema.shape.kind, kind) })}
      >
        <Group gap="lg" mt="xs">
          <Radio value="shown" label={`页面显示的 ${shown.length} 列`} />
          <Radio value="all" label={`全部 ${columns.length} 列`} />
          <Radio value="own" label="自选" />
        </Group>
      </Radio.Group>
      {choice.kind === "own" && (
        <Box style={{ "--available-height": "320px" }} role="group" aria-label="自选的列">
          <ColumnList
            hasLayout={false}
            columns={columns}
            preferencesApi={{
              preferences: own,
              update: (change) => setChoice({ ...choice, columns: [...(change(own).columns ?? [])] }),
            }}
          />
        </Box>
      )}
    </Stack>
  );
}
