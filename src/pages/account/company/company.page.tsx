import { Alert, Button, Center, Loader, Stack, Text } from "@mantine/core";
import { useEffect, useMemo } from "react";
import { useParams } from "react-router-dom";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import { createRecordReader } from "../../../../adapters/http/records/recordReader.ts";
import { useQuery } from "../../../list/useQuery.ts";
import type { PageMeta } from "../../../pageApi/pageMeta.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { CompanyHead } from "./CompanyHead.tsx";
import classes from "./CompanyPanorama.module.css";
import { CompanyTabs } from "./CompanyTabs.tsx";
import { getCompanyTabs } from "./getCompanyTabs.ts";

/** The most that the call gives: payments have no list that shows the others. */
const rowsPerTab = 20;

/** Everything about one company: its figures, and the lists of what belongs to it. */
function CompanyPanorama() {
  const { id = "" } = useParams();
  const { client, user, config } = usePageApi();
  const scope = usePageScope();
  const reader = useMemo(
    () => createRecordReader({ client, config, roles: () => user.roles }),
    [client, config, user],
  );
  const { result, refetch } = useQuery(`company.${id}`, (signal) =>
    reader.company(id, { signal }, rowsPerTab),
  );
  const name = result.state === "success" ? result.data.head.name : null;
  useEffect(() => {
    if (name !== null) scope.setTitle(name);
  }, [scope, name]);
  if (result.state === "error") return <CompanyMissing onRetry={refetch} />;
  const view = result.state === "success" ? result.data : null;
  const tabs = getCompanyTabs({ roles: user.roles, extensions: config.extensions, view });
  return (
    <div className={classes["page"]}>
      {view ? (
        <>
          <FrozenNotice head={view.head} />
          <CompanyHead view={view} tabs={tabs.map(({ key }) => key)} onRefresh={refetch} />
        </>
      ) : (
        <CompanyLoading />
      )}
      <CompanyTabs id={id} tabs={tabs} view={view} />
    </div>
  );
}

function FrozenNotice({ head: { status, freezeReason } }: Pick<CompanyView, "head">) {
  if (status !== "frozen") return null;
  return (
    <Alert color="orange" title="该企业已冻结">
      冻结原因：{freezeReason || "未填写"}。其账号不能登录，也不能为它创建订单；解冻在账号列表中进行。
    </Alert>
  );
}

const CompanyLoading = () => (
  <div className={classes["card"]}>
    <Center h={132}>
      <Loader aria-label="正在读取企业" />
    </Center>
  </div>
);

function CompanyMissing({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={classes["card"]}>
      <h1 className={classes["hidden"]}>企业全景</h1>
      <Center py="xl">
        <Stack align="center" ta="center">
          <Text>没有读到这家企业，它可能已被删除，或链接中的编号有误</Text>
          <Button onClick={onRetry}>重试</Button>
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
  hidden: true,
} as const satisfies PageMeta;

export default CompanyPanorama;
