import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, send } from '../../api/client';
import type { RunSummary, RunDiskUsage } from '../../api/types';
import { dateTime } from '../../format/format';
import { DeleteRunDialog } from './DeleteRunDialog';
import { bytes, STORAGE } from './storage';
import { texts } from '../../texts/runs';
import { IfAllowed } from '../../parts/IfAllowed';

/** What a run takes of the disk, and what can be done about it. */
export function RunDisk({ run, use }: { run: RunSummary; use: RunDiskUsage | undefined }) {
  const [asked, setAsked] = useState(false);
  const client = useQueryClient();
  const pin = useMutation({
    mutationFn: (how: 'pin' | 'unpin') => send<void>('POST', address(['runs', run.id, how])),
    onSuccess: () => client.invalidateQueries({ queryKey: STORAGE }),
  });
  if (!run.ended || use === undefined) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm">
        {bytes(use.bytes)}
        {use.pinned ? <IconPin size={14} aria-label={texts.pinned} /> : null}
      </Text>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsForOf(run.title, dateTime(run.createdAt))}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {use.pinned ? (
            <IfAllowed calls="POST /api/v1/runs/{id}/unpin">
              <Menu.Item leftSection={<IconPinnedOff size={14} aria-hidden />} onClick={() => pin.mutate('unpin')}>
                {texts.unpin}
              </Menu.Item>
            </IfAllowed>
          ) : (
            <IfAllowed calls="POST /api/v1/runs/{id}/pin">
              <Menu.Item leftSection={<IconPin size={14} aria-hidden />} onClick={() => pin.mutate('pin')}>
                {texts.pinNeverDelete}
              </Menu.Item>
            </IfAllowed>
          )}
          <IfAllowed calls="DELETE /api/v1/runs/{id}">
            <Menu.Item
              color="red"
              disabled={use.pinned}
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => setAsked(true)}
            >
              {texts.deleteMenu}
            </Menu.Item>
          </IfAllowed>
        </Menu.Dropdown>
      </Menu>
      {asked ? <DeleteRunDialog run={run} use={use} onClose={() => setAsked(false)} /> : null}
    </Group>
  );
}
