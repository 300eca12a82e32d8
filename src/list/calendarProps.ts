/** Labels and styles that all calendars share. */
export const calendarProps = {
  ariaLabels: {
    previousMonth: "上个月",
    nextMonth: "下个月",
    previousYear: "上一年",
    nextYear: "下一年",
    previousDecade: "上一个十年",
    nextDecade: "下一个十年",
  },
  styles: { placeholder: { color: "var(--mantine-color-dimmed)" } },
  monthLabelFormat: "YYYY年M月",
  hideOutsideDates: true,
  // Red means danger here, and misses the contrast that text needs.
  weekendDays: [],
};
