import { useEffect, useState } from "react";

/**
 * `opened`, but false on the first render: Mantine restores the focus only after a change to opened, and a lazily
 * loaded component mounts opened.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [openedAfterMount, setOpenedAfterMount] = useState(false);
  useEffect(() => setOpenedAfterMount(opened), [opened]);
  return openedAfterMount;
}
