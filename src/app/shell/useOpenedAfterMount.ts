import { useEffect, useState } from "react";

/**
 * `opened`, but closed at first: Mantine gives the focus back only after an opening that it saw, and what is brought
 * when it is asked for comes opened.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [openedAfterMount, setOpenedAfterMount] = useState(false);
  useEffect(() => setOpenedAfterMount(opened), [opened]);
  return openedAfterMount;
}
