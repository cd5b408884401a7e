import { Anchor, Badge, Button, Group, Stack, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { address } from '../../api/client';
import { dateTime } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { texts } from '../../texts/access';
import { useAudit } from './queries';

const TYPED_MILLIS = 300;
const COLORS: Record<string, string> = { done: 'green', refused: 'red', failed: 'yellow' };

/** Who did what, from where and when, and how it ended: the newest first. */
export function Audit() {
  const [typed, setTyped] = useState('');
  const [user] = useDebouncedValue(typed.trim(), TYPED_MILLIS);
  const audit = useAudit(user);
  const entries = audit.data?.pages.flatMap(page => page.entries) ?? [];
  return (
    <Stack gap="md">
      <Group align="end">
        <TextInput
          label={texts.filterUser}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          size="xs"
        />
        <Anchor href={address(['audit.jsonl'])} size="sm" download>
          {texts.exportLines}
        </Anchor>
      </Group>
      {audit.isError ? (
        <Failure title={texts.couldNotLoad} error={audit.error} again={() => void audit.refetch()} />
      ) : audit.isPending ? (
        <Loading />
      ) : entries.length === 0 ? (
        <Empty title={texts.nothingYet}>{texts.noUsersAbout}</Empty>
      ) : (
        <Table.ScrollContainer minWidth={720}>
          <Table aria-label={texts.audit}>
            <Table.Thead>
              <Table.Tr>
                {[texts.when, texts.who, texts.from, texts.what, texts.target, texts.outcome].map(title => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map(entry => (
                <Table.Tr key={entry.number}>
                  <Table.Td>{dateTime(entry.at)}</Table.Td>
                  <Table.Td>{entry.user}</Table.Td>
                  <Table.Td>{entry.address}</Table.Td>
                  <Table.Td>{entry.action}</Table.Td>
                  <Table.Td>{entry.detail === '' ? entry.target : `${entry.target} ${entry.detail}`}</Table.Td>
                  <Table.Td>
                    <Badge color={COLORS[entry.outcome] ?? 'gray'}>{entry.outcome}</Badge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {audit.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          loading={audit.isFetchingNextPage}
          onClick={() => void audit.fetchNextPage()}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.older}
        </Button>
      ) : null}
    </Stack>
  );
}
