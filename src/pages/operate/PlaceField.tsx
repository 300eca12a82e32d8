import { Button } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { useState } from "react";
import type { CustomFieldProps, FormValues } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { NumberField } from "../../ui/NumberField.tsx";

const PlacePicker = lazyComponent(async () => (await import("./PlacePicker.tsx")).default);

/** Parses the form's coordinates; null if they are missing or invalid. */
function parseLngLat({ lng, lat }: FormValues): readonly [number, number] | null {
  const [east, north] = [Number.parseFloat(String(lng)), Number.parseFloat(String(lat))];
  const isValid = Math.abs(east) <= 180 && Math.abs(north) <= 90;
  return isValid ? [east, north] : null;
}

/** The longitude, typed or picked on the map, which fills in the latitude too. */
export function PlaceField(field: CustomFieldProps) {
  const { value, values, disabled, onChange, onFill } = field;
  const [picking, setPicking] = useState(false);
  return (
    <>
      <NumberField
        {...toInputProps(field)}
        value={typeof value === "number" || typeof value === "string" ? value : ""}
        placeholder="如 116.397128"
        hideControls
        onChange={onChange}
      />
      <Button
        mt={6}
        variant="default"
        size="compact-sm"
        leftSection={<IconMapPin size={14} />}
        disabled={disabled}
        onClick={() => setPicking(true)}
      >
        在地图上选取
      </Button>
      {picking && (
        <PlacePicker
          value={parseLngLat(values)}
          onClose={() => setPicking(false)}
          onPick={([lng, lat]) => {
            onFill({ lng, lat });
            setPicking(false);
          }}
        />
      )}
    </>
  );
}
