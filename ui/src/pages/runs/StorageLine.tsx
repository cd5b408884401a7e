import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Storage } from '../../api/types';
import { KeepDialog } from './KeepDialog';
import { bytes } from './storage';
import { texts } from '../../texts/runs';
import { IfAllowed } from '../../parts/IfAllowed';

/** What all runs take of the disk, and the way to the rules by which they are kept. */
export function StorageLine({ storage }: { storage: Storage }) {
  const [asked, setAsked] = useState(false);
  const deleting = storage.beingDeleted > 0 ? texts.deleting(storage.beingDeleted) : '';
  return (
    <Group gap="sm">
      <Text size="sm">
        {texts.diskUsageFree(bytes(storage.storeBytes + storage.filesBytes), deleting, bytes(storage.freeBytes))}
      </Text>
      <IfAllowed calls="PUT /api/v1/retention">
        <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
          {texts.retention}
        </Button>
      </IfAllowed>
      {asked ? <KeepDialog onClose={() => setAsked(false)} /> : null}
    </Group>
  );
}
