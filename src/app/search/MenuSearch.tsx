import * as word from "../../../adapters/contract/words.ts";
import "@mantine/spotlight/styles.layer.css";
import { Button, Group, Loader, Text } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { searchKind } from "../../../adapters/contract/graphql/search.ts";
import { createRecordReader } from "../../../adapters/http/records/recordReader.ts";
import { buildMenu } from "../../../machines/permissions.ts";
import {
  addRecentRecord,
  fetchRecentRecords,
  type RecentRecord,
  sortRecentFirst,
  storeRecentRecord,
} from "../../list/links/recentRecords.ts";
import { toHitPath } from "../../list/links/toHitPath.ts";
import { toCallError } from "../../list/toCallError.ts";
import { type PageApi, usePageApi } from "../../pageApi/usePageApi.ts";
import { useServices } from "../boot/useServices.ts";
import { getMenuGroups } from "../routes/menuGroups.ts";
import { LazyUnsavedDialog } from "../tags/LazyUnsavedDialog.tsx";
import { useUnsavedPrompt } from "../tags/useUnsavedPrompt.ts";
import { findCommands, getCommands, parseCommandText } from "./commands.ts";
import { createPageSearch } from "./createPageSearch.ts";
import { HitAction } from "./HitAction.tsx";
import classes from "./MenuSearch.module.css";
import { useEnterWhenFound, useStableSelection } from "./searchSelection.ts";
import { type RecordSearch, useRecordSearch } from "./useRecordSearch.ts";

const [store, spotlight] = createSpotlight();

interface Props {
  readonly openCount: number;
}

/**
 * Searches the menu by title, path, pinyin and initials, and records by names and numbers; `>` gives commands. Opens
 * whenever `openCount` increases.
 */
export default function MenuSearch({ openCount }: Props) {
  const pageApi = usePageApi();
  const { canOpen, open } = pageApi;
  const { ports, unsavedPrompt } = useCommandPorts(open);
  const [query, setQuery] = useState("");
  const [opened, setOpened] = useState(false);
  const { recent, remember } = useRecentRecords(pageApi, opened);
  useEffect(() => {
    if (openCount > 0) spotlight.open();
  }, [openCount]);

  const { search, pages, commands, groups, shownRecent, isCommand } = useResults(
    pageApi,
    query,
    opened,
    recent,
  );
  useStableSelection(store, `${query} ${search.state} ${pages.length} ${shownRecent.length}`);
  const handleEnter = useEnterWhenFound(store, query, search.state === "pending" && pages.length === 0);

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
          data-menu-search
          onKeyDown={({ key, nativeEvent }) => {
            if (key === "Enter" && !nativeEvent.isComposing) handleEnter();
          }}
          leftSection={<IconSearch size={20} stroke={1.6} />}
        />
        <Spotlight.ActionsList>
          <ResultGroup label="最近打开" results={shownRecent} render={renderHit} />
          <ResultGroup
            label="命令"
            results={commands}
            render={(command) => (
              <Spotlight.Action
                key={command.label}
                label={command.label}
                leftSection={<command.icon size={22} stroke={1.5} />}
                onClick={() => command.run(ports)}
              />
            )}
          />
          <ResultGroup
            label="菜单"
            results={pages}
            render={({ page, group }) => (
              <Spotlight.Action
                key={page.path}
                label={page.title}
                description={`${group} · ${page.path}`}
                leftSection={<page.icon size={22} stroke={1.5} />}
                onClick={() => open(page.path)}
              />
            )}
          />
          {groups.map(({ kind, hits, hasMore }) => (
            <ResultGroup
              key={kind}
              label={searchKind.label(kind)}
              note={hasMore ? `（前 ${hits.length} 条，可输入更多字缩小范围）` : ""}
              results={hits}
              render={renderHit}
            />
          ))}
          <SearchState
            state={search.state}
            isEmpty={commands.length + pages.length + groups.length + shownRecent.length === 0}
            isCommand={isCommand}
            onRetry={search.retry}
          />
        </Spotlight.ActionsList>
      </Spotlight.Root>
      <LazyUnsavedDialog unsavedPrompt={unsavedPrompt} />
    </>
  );
}

/** What the commands act on. */
function useCommandPorts(open: PageApi["open"]) {
  const { layout, session } = useServices();
  const { unsavedPrompt, confirmAllUnsaved } = useUnsavedPrompt();
  const ports = {
    open,
    setDark: (next: boolean) => layout.send({ type: "settings.change", patch: { dark: next } }),
    openSettings: () => layout.send({ type: "settings.open" }),
    logout: () => confirmAllUnsaved(() => session.send({ type: "logout.click" })),
  };
  return { ports, unsavedPrompt };
}

/** What is found: pages and records, or commands after `>`; without a text the recent records. */
function useResults(
  { user, client, config, canOpen }: PageApi,
  query: string,
  opened: boolean,
  recent: readonly RecentRecord[],
) {
  const { layout } = useServices();
  const dark = useSelector(layout, ({ context }) => context.settings.dark);
  const commandText = parseCommandText(query);
  const reader = useMemo(
    () => createRecordReader({ client, config, caller: () => user }),
    [client, config, user],
  );
  const search = useRecordSearch(reader, query, opened && commandText === null);
  const searchPages = createPageSearch(
    buildMenu(user, getMenuGroups(config.extensions)).flatMap((group) =>
      group.pages.map((page) => ({ page, group: group.title })),
    ),
  );
  const pages = commandText === null ? searchPages(query) : [];
  const commands =
    commandText === null
      ? []
      : findCommands(
          getCommands({ viewer: { user, config }, dark, showsSettings: config.showSettings !== false }),
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
  return { search, pages, commands, groups, shownRecent, isCommand: commandText !== null };
}

interface ResultGroupProps<Result> {
  readonly label: string;
  readonly note?: string;
  readonly results: readonly Result[];
  readonly render: (result: Result) => ReactNode;
}

/** Results of one kind under their name; nothing without results. */
function ResultGroup<Result>({ label, note = "", results, render }: ResultGroupProps<Result>) {
  if (results.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={`${label}${note}`} role="group" aria-label={label}>
      {results.map(render)}
    </Spotlight.ActionsGroup>
  );
}

interface SearchStateProps {
  readonly state: RecordSearch["state"];
  /** Whether it is the first in the list. */
  readonly isEmpty: boolean;
  readonly isCommand: boolean;
  readonly onRetry: () => void;
}

/** Below the results: what the search is doing, or why there is nothing. */
function SearchState({ state, isEmpty, isCommand, onRetry }: SearchStateProps) {
  if (state === "pending")
    return (
      <Group gap="xs" p="sm" justify="center" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          正在搜索记录…
        </Text>
      </Group>
    );
  if (state === "error")
    return (
      <Group gap="xs" p="sm" justify="center" role="status">
        <Text size="sm">记录没有搜索成功</Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {word.retry}
        </Button>
      </Group>
    );
  if (!isEmpty) return null;
  return (
    <Spotlight.Empty role="status">
      {isCommand ? "没有这个命令，删去文字可查看全部命令" : "没有找到匹配的菜单和记录，换个关键词试试"}
    </Spotlight.Empty>
  );
}

/** The user's recent records, read again each time the search opens: another tab may have added some. */
function useRecentRecords(pageApi: PageApi, opened: boolean) {
  const { storage } = pageApi;
  const [recent, setRecent] = useState<readonly RecentRecord[]>([]);
  useEffect(() => {
    if (!opened) return;
    let closed = false;
    fetchRecentRecords({ storage }).then((records) => {
      if (!closed) setRecent(records);
    }, toCallError);
    return () => {
      closed = true;
    };
  }, [storage, opened]);
  const remember = (record: RecentRecord) => {
    setRecent(addRecentRecord(recent, record));
    storeRecentRecord({ storage }, record).catch(toCallError);
  };
  return { recent, remember };
}
