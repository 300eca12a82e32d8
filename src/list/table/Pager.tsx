import { Pagination, Select, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { pageSizes } from "../../../adapters/contract/page.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import classes from "./Pager.module.css";

interface Props {
  /** Null while unknown. */
  readonly total: number | null;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly narrow: boolean;
  /** What the rows are ordered by, if that is known. */
  readonly orderText: string | null;
  readonly onPageChange: (pageNo: number) => void;
  readonly onPageSizeChange: (pageSize: number) => void;
  /** Shown beside the total. */
  readonly children: ReactNode;
}

/** The total, page size, page buttons, and an input to jump to a page. */
export function Pager(props: Props) {
  const { total, pageNo, pageSize, narrow, orderText, onPageChange, onPageSizeChange, children } = props;
  const [jump, setJump] = useState("");
  const pageCount = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  const goToPage = () => {
    if (jump !== "") onPageChange(Math.max(1, Math.min(pageCount, Number(jump))));
    setJump("");
  };
  // On a narrow screen next to the size: the page buttons fill a line.
  const jumpInput = (
    <span className={classes["jump"]}>
      {!narrow && "前往"}
      <TextInput
        aria-label="前往第几页"
        w={narrow ? 52 : 60}
        placeholder={narrow ? "页码" : ""}
        size="xs"
        inputMode="numeric"
        maxLength={7}
        value={jump}
        onChange={(event) => setJump(event.currentTarget.value.replace(/\D/g, ""))}
        onBlur={goToPage}
        onKeyDown={(event) => event.key === "Enter" && goToPage()}
      />
      {!narrow && "页"}
    </span>
  );
  return (
    <nav className={classes["pager"]} aria-label="分页">
      <span className={classes["total"]}>
        <span>{`共 ${total === null ? "-" : formatNumber(total)} 条`}</span>
        {children}
      </span>
      {!narrow && orderText !== null && <span className={classes["order"]}>{orderText}</span>}
      <Select
        aria-label="每页条数"
        w={112}
        size="xs"
        allowDeselect={false}
        data={pageSizes.map((size) => ({ value: String(size), label: `${size} 条/页` }))}
        value={String(pageSize)}
        onChange={(value) => value && onPageSizeChange(Number(value))}
      />
      {narrow && jumpInput}
      <Pagination
        size="sm"
        total={pageCount}
        value={Math.min(pageNo, pageCount)}
        siblings={narrow ? 0 : 1}
        boundaries={1}
        onChange={onPageChange}
        getControlProps={(control) => ({ "aria-label": controlLabels[control] })}
        getItemProps={(page) => ({ "aria-label": `第 ${page} 页` })}
      />
      {!narrow && jumpInput}
    </nav>
  );
}

/** The total of a list without pages, with a notice if it is truncated. */
export function TotalCount({
  total,
  displayed,
  children,
}: Pick<Props, "total" | "children"> & {
  readonly displayed: number;
}) {
  const isTruncated = total !== null && total > displayed;
  return (
    <p className={classes["pager"]}>
      <span className={classes["total"]}>
        <span>{`共 ${total === null ? "-" : formatNumber(total)} 条${isTruncated ? `，仅显示前 ${formatNumber(displayed)} 条，请增加查询条件` : ""}`}</span>
        {children}
      </span>
    </p>
  );
}

const controlLabels = { first: "首页", previous: "上一页", next: "下一页", last: "末页" } as const;
