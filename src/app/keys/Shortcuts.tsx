import { Kbd, Table, Title } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { findPage } from "../routes/pages.ts";
import { isListShown, listCommands } from "./listCommands.ts";
import { findShortcut, goTimeoutMs, type ListCommand, listKeys, pageKeys } from "./shortcuts.ts";

/** Where a key is typed, or chosen with. */
const typingSelector =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]";
/** Escape leaves a condition for the rows, unless it closes the condition's own list. */
const conditionSelector = "main form[role=search] input:not([aria-expanded=true])";
const openDialogSelector = "[role=dialog][aria-modal=true], [role=alertdialog]";

/** Single keys for what is done all day, and `?`, which lists them. They rest in dialogs and while one types. */
export function Shortcuts() {
  const { canOpen, open } = usePageApi();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Escape" && target instanceof HTMLInputElement && target.matches(conditionSelector))
      target.blur();
    if (target.closest(typingSelector) || isDialogOpen()) return;
    const isGoing = event.timeStamp - wentAt.current < goTimeoutMs;
    wentAt.current = Number.NEGATIVE_INFINITY;
    const shortcut = findShortcut(event.key, isGoing);
    if (shortcut === null) return;
    if (shortcut.type === "go") wentAt.current = event.timeStamp;
    else if (shortcut.type === "help") setHelpOpen(true);
    else if (shortcut.type === "open") {
      if (canOpen(shortcut.path)) open(shortcut.path);
    } else if (isListShown() && (!event.repeat || repeatable.has(shortcut.command))) {
      // Otherwise the key would be typed into the field that it leads to.
      event.preventDefault();
      listCommands[shortcut.command]();
    }
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
  if (!isHelpOpen) return null;
  return (
    <Dialog opened onClose={() => setHelpOpen(false)} title="快捷键" size="lg">
      <KeyTable
        title="所有页面"
        rows={[
          { keys: ["?"], label: "显示快捷键" },
          { keys: ["Ctrl", "K"], label: "搜索菜单和记录，输入 > 执行命令" },
        ]}
      />
      <KeyTable title="列表" rows={listKeys.map(({ key, label }) => ({ keys: [key], label }))} />
      <KeyTable
        title="打开页面：先按 g，再按字母"
        rows={Object.entries(pageKeys)
          .filter(([, path]) => canOpen(path))
          .map(([key, path]) => ({ keys: ["g", key], label: findPage(path)?.title ?? path }))}
      />
    </Dialog>
  );
}

/** What a held key goes on doing. */
const repeatable: ReadonlySet<ListCommand> = new Set(["nextRow", "previousRow"]);

const isDialogOpen = () =>
  [...document.querySelectorAll<HTMLElement>(openDialogSelector)].some((dialog) => dialog.checkVisibility());

interface KeyTableProps {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

function KeyTable({ title, rows }: KeyTableProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h5" mt="sm" mb={4}>
        {title}
      </Title>
      <Table aria-label={title} verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(({ keys, label }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={110} fw="normal">
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
