import { Anchor, Badge, Button, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { address } from '../../api/client';
import { dateTime } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Explanation } from '../../parts/Explanation';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { texts } from '../../texts/access';
import { useAudit } from './queries';
import { RowsTable } from './RowsTable';

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
        <Explanation of="audit" about={texts.audit} />
      </Group>
      {audit.isError ? (
        <Failure title={texts.couldNotLoad} error={audit.error} again={() => void audit.refetch()} />
      ) : audit.isPending ? (
        <Loading />
      ) : entries.length === 0 ? (
        <Empty title={texts.nothingYet}>{texts.noUsersAbout}</Empty>
      ) : (
        <RowsTable
          label={texts.audit}
          rows={entries}
          keyOf={entry => entry.number}
          minWidth={720}
          columns={[
            { title: texts.when, cell: entry => dateTime(entry.at) },
            { title: texts.who, cell: entry => entry.user },
            { title: texts.from, cell: entry => entry.address },
            { title: texts.what, cell: entry => entry.action },
            {
              title: texts.target,
              cell: entry => (entry.detail === '' ? entry.target : `${entry.target} ${entry.detail}`),
            },
            {
              title: texts.outcome,
              cell: entry => <Badge color={COLORS[entry.outcome] ?? 'gray'}>{entry.outcome}</Badge>,
            },
          ]}
        />
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
