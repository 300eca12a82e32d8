/** The company that a record belongs to, with a link to it. */
export const companyColumn = (title: string, width: number) =>
  ({
    key: "companyName",
    title,
    width,
    as: "link",
    record: "company",
    getId: (row: { readonly companyId: string | null }) => row.companyId,
  }) as const;
