import { ActionIcon, Anchor, Badge, Button, Group, Menu, Table, Text, UnstyledButton } from '@mantine/core';
import { IconCopy, IconDots, IconDownload, IconListCheck, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { address } from '../../api/client';
import type { ProfileSummary } from '../../api/types';
import { dateTime, NONE } from '../../format/format';
import type { SortKey, Sorting } from './list';
import { texts } from '../../texts/profiles';
import { IfAllowed } from '../../parts/IfAllowed';

const COLUMNS: { key: SortKey; title: string }[] = [
  { key: 'title', title: texts.profile },
  { key: 'target', title: texts.target },
  { key: 'load', title: texts.load },
  { key: 'mode', title: texts.mode },
  { key: 'version', title: texts.versionColumn },
  { key: 'savedAt', title: texts.savedColumn },
];

interface ProfileTableProps {
  profiles: ProfileSummary[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onCheck: (id: string) => void;
  onDelete: (profile: ProfileSummary) => void;
}

export function ProfileTable({ profiles, sorting, onSort, onCheck, onDelete }: ProfileTableProps) {
  return (
    <Table highlightOnHover aria-label={texts.runProfiles}>
      <Table.Thead>
        <Table.Tr>
          {COLUMNS.map(({ key, title }) => {
            const here = sorting.by === key;
            return (
              <Table.Th key={key} aria-sort={here ? (sorting.down ? 'descending' : 'ascending') : 'none'}>
                <UnstyledButton fw={600} fz="sm" onClick={() => onSort({ by: key, down: here && !sorting.down })}>
                  {title} {here ? <span aria-hidden>{sorting.down ? '▼' : '▲'}</span> : null}
                </UnstyledButton>
              </Table.Th>
            );
          })}
          <Table.Th>{texts.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {profiles.map(profile => (
          <Row key={profile.id} profile={profile} onCheck={onCheck} onDelete={onDelete} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({
  profile,
  onCheck,
  onDelete,
}: { profile: ProfileSummary } & Pick<ProfileTableProps, 'onCheck' | 'onDelete'>) {
  const { id, title, shipped, version, broken } = profile;
  const to = `/profiles/${encodeURIComponent(id)}`;
  return (
    <Table.Tr data-profile={id}>
      <Table.Td>
        <Anchor component={Link} to={to} fw={600} size="sm">
          {title || id}
        </Anchor>
        <Text size="xs" c="dimmed">
          {id}
        </Text>
        {broken ? (
          <Text size="xs" c="var(--mantine-color-error)">
            {texts.invalid(broken)}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>{profile.target || NONE}</Table.Td>
      <Table.Td>{profile.load || NONE}</Table.Td>
      <Table.Td>{profile.mode || NONE}</Table.Td>
      <Table.Td className="figures">
        {shipped ? (
          <Badge variant="light" miw="max-content">
            {texts.shipped}
          </Badge>
        ) : (
          version
        )}
      </Table.Td>
      <Table.Td>{dateTime(profile.savedAt)}</Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <IfAllowed calls="POST /api/v1/checks">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconListCheck size={16} aria-hidden />}
              onClick={() => onCheck(id)}
              aria-label={texts.checkAndStartTitle(id)}
            >
              {texts.checkAndStartButton}
            </Button>
          </IfAllowed>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={texts.moreFor(id)}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component={Link}
                to={`/profiles/new?from=${encodeURIComponent(id)}`}
                leftSection={<IconCopy size={16} aria-hidden />}
              >
                {shipped ? texts.duplicateToEdit : texts.duplicate}
              </Menu.Item>
              <Menu.Item
                component="a"
                href={address(['run-profiles', id])}
                download={`${id}.yaml`}
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {texts.export}
              </Menu.Item>
              {shipped ? null : (
                <IfAllowed calls="DELETE /api/v1/run-profiles/{id}">
                  <Menu.Item
                    c="var(--mantine-color-error)"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => onDelete(profile)}
                  >
                    {texts.deleteButton}
                  </Menu.Item>
                </IfAllowed>
              )}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
