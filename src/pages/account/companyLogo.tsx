import { Center, Loader } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import type { RowAction, RowDialogProps } from "../../list/definition.ts";
import { Dialog } from "../../ui/Dialog.tsx";

const LogoSteps = lazy(() => import("./LogoSteps.tsx").then(({ LogoSteps: steps }) => ({ default: steps })));

/** A company's logo: chosen, cropped, seen on the real header, submitted. */
export const companyLogo: RowAction<CompanyRow> = {
  name: "logo",
  label: "Logo",
  call: logoCalls.logoSubmit,
  dialog: CompanyLogo,
};

function CompanyLogo(props: RowDialogProps<CompanyRow>) {
  return (
    <Dialog opened onClose={props.onClose} size="lg" title={`${props.row.name} 的 Logo`}>
      <Suspense
        fallback={
          <Center py="xl">
            <Loader aria-label="正在加载" />
          </Center>
        }
      >
        <LogoSteps {...props} />
      </Suspense>
    </Dialog>
  );
}
