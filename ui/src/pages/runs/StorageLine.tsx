import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Storage } from '../../api/types';
import { KeepDialog } from './KeepDialog';
import { bytes } from './storage';

/** What all runs take of the disk, and the way to the rules by which they are kept. */
export function StorageLine({ storage }: { storage: Storage }) {
  const [asked, setAsked] = useState(false);
  const deleting = storage.beingDeleted > 0 ? `, ${storage.beingDeleted} being deleted` : '';
  return (
    <Group gap="sm">
      <Text size="sm">
        On the disk: {bytes(storage.storeBytes + storage.filesBytes)}
        {deleting}; {bytes(storage.freeBytes)} are free
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        Which runs are kept…
      </Button>
      {asked ? <KeepDialog onClose={() => setAsked(false)} /> : null}
    </Group>
  );
}
