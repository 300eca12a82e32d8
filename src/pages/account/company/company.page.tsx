import { Alert, Button, Center, Loader, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { Link, useLocation, useParams } from "react-router-dom";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { createRecordReader } from "../../../../adapters/http/records/recordReader.ts";
import { RecordChange, useRecordAge } from "../../../list/age/RecordChange.tsx";
import { storeRecentRecord, toRecentRecord } from "../../../list/links/recentRecords.ts";
import { useQuery } from "../../../list/useQuery.ts";
import type { PageHelp } from "../../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../../pageApi/pageMeta.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { CompanyHead } from "./CompanyHead.tsx";
import classes from "./CompanyPanorama.module.css";
import { CompanyTabs } from "./CompanyTabs.tsx";
import { getCompanyTabs } from "./getCompanyTabs.ts";

/** Everything about one company: its figures, and the lists of what belongs to it. */
function CompanyPanorama() {
  const { id = "" } = useParams();
  const { client, user, config, storage } = usePageApi();
  const scope = usePageScope();
  const reader = useMemo(
    () => createRecordReader({ client, config, caller: () => user }),
    [client, config, user],
  );
  const { result, refetch, reread } = useQuery(`company.${id}`, (signal) =>
    reader.company(id, { signal }).catch(toMissing),
  );
  // Elsewhere it takes a call for each tab.
  useTabChange(config.extensions ? reread : ignore);
  const age = useRecordAge("age.record", id, result);
  const row = useQuery(`company.row.${id}`, (signal) => reader.companyRow(id, { signal, quiet: true }));
  const view = result.state === "success" ? result.data : null;
  const { name, status } = view?.head ?? { name: null, status: null };
  useEffect(() => {
    if (name === null) return;
    scope.setTitle(name);
    const row = { id, status };
    const record = toRecentRecord("company", name, row);
    // Without it the company is only missing among the recent records.
    if (record) storeRecentRecord({ storage }, record).catch(() => undefined);
  }, [scope, storage, name, status, id]);
  if (result.state === "success" && view === null)
    return (
      <NoCompany text="企业不存在或已删除，也可能是链接中的编号有误">
        <Button component={Link} to="/account/accountList">
          返回账号列表
        </Button>
      </NoCompany>
    );
  if (result.state === "error")
    return (
      <NoCompany text="没有读到这家企业，请检查网络后重试">
        <Button onClick={refetch}>{word.retry}</Button>
      </NoCompany>
    );
  const tabs = getCompanyTabs({ user, config });
  const refresh = () => {
    refetch();
    row.reread();
  };
  return (
    <div className={classes["page"]}>
      {view ? (
        <>
          <RecordChange age={age} id={id} onRefresh={refresh} />
          <FrozenNotice head={view.head} />
          <CompanyHead
            view={view}
            row={row.result.state === "success" ? row.result.data : null}
            tabs={tabs.map(({ key }) => key)}
            onRefresh={refresh}
            onChanged={() => {
              reread();
              row.reread();
            }}
          />
        </>
      ) : (
        <CompanyLoading />
      )}
      <CompanyTabs id={id} tabs={tabs} view={view} />
    </div>
  );
}

const ignore = () => undefined;

/** Calls back when another tab is opened: what was done in the one before changes the counts. */
function useTabChange(onChange: () => void): void {
  const tab = new URLSearchParams(useLocation().search).get("tab");
  const lastTab = useRef(tab);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    if (lastTab.current === tab) return;
    lastTab.current = tab;
    notify();
  }, [tab]);
}

function FrozenNotice({ head: { status, freezeReason } }: Pick<CompanyView, "head">) {
  if (status !== "frozen") return null;
  return (
    <Alert
      color="orange"
      title="该企业已冻结"
    >{`冻结原因：${freezeReason || "未填写"}。其账号不能登录，也不能为它创建订单；解冻在本页的「更多」中进行。`}</Alert>
  );
}

const CompanyLoading = () => (
  <div className={classes["card"]}>
    <Center h={132}>
      <Loader aria-label="正在读取企业" />
    </Center>
  </div>
);

/** Null for a company that the platform does not have; any other error stays one. */
function toMissing(error: unknown): null {
  if (error instanceof CallError && error.kind === "refused") return null;
  throw error;
}

/** What the page says in place of the company, and what to do next. */
function NoCompany({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={classes["card"]}>
      <h1 className={classes["hidden"]}>企业全景</h1>
      <Center py="xl">
        <Stack align="center" ta="center">
          <Text>{text}</Text>
          {children}
        </Stack>
      </Center>
    </div>
  );
}

export const meta = {
  path: "/company/:id",
  title: "企业全景",
  group: "account",
  order: 20,
  icon: "IconBuilding",
  roles: ["admin", "operator", "finance"],
  right: "/company/pageList",
  hidden: true,
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "一家企业的全部情况在一屏：欠多少、买了什么、何时到期、谁在用、飞得怎样。",
  lines: [
    "页首是级别、客户经理、最先到期的服务、实收和未付金额。",
    "「服务」列出每项服务的额度、已用和到期日。",
    "订单、回款、发票、用户、设备、飞行、告警、短信各在一个页签，点编号打开记录。",
    "编辑、创建订单、续费、发短信等操作在页首和「更多」里，不必回到列表。",
    "电话默认隐藏中间四位，点眼睛图标填写原因后查看，查看会记入日志。",
    "其他人修改了这家企业时，页面会提示，点刷新看到最新内容。",
    "地址栏的链接可以发给同事，打开的是同一家企业。",
    "打印时只打印内容，菜单和按钮不上纸。",
  ],
};

export default CompanyPanorama;
