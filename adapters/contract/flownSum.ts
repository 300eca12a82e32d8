/** What a mileage says that has a gap: some of the way cannot have been flown, and counts nothing. */
export const incompleteText = "里程不完整";

/**
 * A sum of mileages: at least so much, where some flights have a gap.
 * @param text the sum itself
 * @param incompleteFlights how many of its flights have one; null or NaN where a platform does not say
 */
export const formatFlownSum = (text: string, incompleteFlights: number | null): string =>
  hasGap(incompleteFlights)
    ? `${formatAtLeast(text, incompleteFlights)}（${formatIncomplete(incompleteFlights)}）`
    : text;

/** The reason by itself; empty where no flight has a gap. */
export const formatIncomplete = (incompleteFlights: number | null): string =>
  hasGap(incompleteFlights) ? `含 ${incompleteFlights} 次${incompleteText}` : "";

/** The same where there is room for the number alone. */
export const formatAtLeast = (text: string, incompleteFlights: number | null): string =>
  hasGap(incompleteFlights) ? `≥ ${text}` : text;

const hasGap = (incompleteFlights: number | null): boolean => (incompleteFlights ?? 0) > 0;
