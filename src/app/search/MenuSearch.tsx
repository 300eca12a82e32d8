import "@mantine/spotlight/styles.layer.css";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useEffect, useMemo, useState } from "react";
import { searchKind } from "../../../adapters/contract/graphql/search.ts";
import { createRecordReader } from "../../../adapters/http/records/recordReader.ts";
import { buildMenu } from "../../../machines/permissions.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { menuGroups } from "../routes/menuGroups.ts";
import { LazyUnsavedDialog } from "../tags/LazyUnsavedDialog.tsx";
import { useUnsavedPrompt } from "../tags/useUnsavedPrompt.ts";
import { findCommands, getCommands, parseCommandText } from "./commands.ts";
import { createPageSearch } from "./createPageSearch.ts";
import { HitAction } from "./HitAction.tsx";
import classes from "./MenuSearch.module.css";
import { type RecentRecord, sortRecentFirst } from "./recentRecords.ts";
import { SearchState } from "./SearchState.tsx";
import { toHitPath } from "./toHitPath.ts";
import { useKeptSelection } from "./useKeptSelection.ts";
import { useRecentRecords } from "./useRecentRecords.ts";
import { useRecordSearch } from "./useRecordSearch.ts";

const [store, spotlight] = createSpotlight();

/**
 * Searches the menu by title, path, pinyin and initials, and records by names and numbers; `>` gives commands. Opens
 * whenever `openCount` increases.
 */
export default function MenuSearch({ openCount }: { readonly openCount: number }) {
  const pageApi = usePageApi();
  const { user, client, config, canOpen, open } = pageApi;
  const { layout, session } = useServices();
  const dark = useSelector(layout, ({ context }) => context.settings.dark);
  const { unsavedPrompt, confirmAllUnsaved } = useUnsavedPrompt();
  const [query, setQuery] = useState("");
  const [opened, setOpened] = useState(false);
  const { recent, remember } = useRecentRecords(pageApi, opened);
  useEffect(() => {
    if (openCount > 0) spotlight.open();
  }, [openCount]);

  const commandText = parseCommandText(query);
  const reader = useMemo(
    () => createRecordReader({ client, config, roles: () => user.roles }),
    [client, config, user],
  );
  const search = useRecordSearch(reader, query, opened && commandText === null);
  const searchPages = createPageSearch(
    buildMenu(user.roles, menuGroups).flatMap((group) =>
      group.pages.map((page) => ({ page, group: group.title })),
    ),
  );
  const pages = commandText === null ? searchPages(query) : [];
  const commands =
    commandText === null
      ? []
      : findCommands(
          getCommands({ roles: user.roles, dark, showsSettings: config.showSettings !== false }),
          commandText,
        );
  const groups = search.groups
    .map(({ kind, hits, hasMore }) => ({
      kind,
      hasMore,
      hits: sortRecentFirst(hits, recent).filter((hit) => toHitPath(hit, canOpen) !== null),
    }))
    .filter(({ hits }) => hits.length > 0);
  const shownRecent = query.trim() === "" ? recent.filter((hit) => toHitPath(hit, canOpen) !== null) : [];
  useKeptSelection(store, `${query} ${search.state} ${pages.length} ${shownRecent.length}`);

  const renderHit = (hit: RecentRecord) => (
    <HitAction
      key={`${hit.kind}.${hit.id}`}
      hit={hit}
      onOpen={() => {
        const path = toHitPath(hit, canOpen);
        if (path === null) return;
        remember(hit);
        open(path);
      }}
    />
  );
  const ports = {
    open,
    setDark: (next: boolean) => layout.send({ type: "settings.change", patch: { dark: next } }),
    openSettings: () => layout.send({ type: "settings.open" }),
    logout: () => confirmAllUnsaved(() => session.send({ type: "logout.click" })),
  };
  return (
    <>
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={setQuery}
        onSpotlightOpen={() => setOpened(true)}
        onSpotlightClose={() => setOpened(false)}
        shortcut={null}
        scrollable
        maxHeight={480}
        classNames={{ action: classes.action }}
        attributes={{ content: { "aria-label": "搜索菜单和记录" } }}
      >
        <Spotlight.Search
          placeholder="菜单、名称、编号、手机号、序列号；输入 > 执行命令"
          aria-label="搜索菜单和记录"
          maxLength={100}
          leftSection={<IconSearch size={20} stroke={1.6} />}
        />
        <Spotlight.ActionsList>
          {shownRecent.length > 0 && (
            <Spotlight.ActionsGroup label="最近打开" role="group" aria-label="最近打开">
              {shownRecent.map(renderHit)}
            </Spotlight.ActionsGroup>
          )}
          {commands.length > 0 && (
            <Spotlight.ActionsGroup label="命令" role="group" aria-label="命令">
              {commands.map((command) => (
                <Spotlight.Action
                  key={command.label}
                  label={command.label}
                  leftSection={<command.icon size={22} stroke={1.5} />}
                  onClick={() => command.run(ports)}
                />
              ))}
            </Spotlight.ActionsGroup>
          )}
          {pages.length > 0 && (
            <Spotlight.ActionsGroup label="菜单" role="group" aria-label="菜单">
              {pages.map(({ page, group }) => (
                <Spotlight.Action
                  key={page.path}
                  label={page.title}
                  description={`${group} · ${page.path}`}
                  leftSection={<page.icon size={22} stroke={1.5} />}
                  onClick={() => open(page.path)}
                />
              ))}
            </Spotlight.ActionsGroup>
          )}
          {groups.map(({ kind, hits, hasMore }) => (
            <Spotlight.ActionsGroup
              key={kind}
              role="group"
              aria-label={searchKind.label(kind)}
              label={`${searchKind.label(kind)}${hasMore ? `（前 ${hits.length} 条，可输入更多字缩小范围）` : ""}`}
            >
              {hits.map(renderHit)}
            </Spotlight.ActionsGroup>
          ))}
          <SearchState
            state={search.state}
            isEmpty={commands.length + pages.length + groups.length + shownRecent.length === 0}
            isCommand={commandText !== null}
            onRetry={search.retry}
          />
        </Spotlight.ActionsList>
      </Spotlight.Root>
      <LazyUnsavedDialog unsavedPrompt={unsavedPrompt} />
    </>
  );
}
