import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, read, send } from '../../api/client';
import { keys } from '../../api/queries';
import type { RetentionRules, RunDiskUsage } from '../../api/types';
import { counted } from '../../format/format';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { useFocusBack } from '../../parts/useFocusBack';
import { STORAGE } from './storage';
import { texts } from '../../texts/runs';

/** The rules by which runs are kept. */
export function KeepDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const rules = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => read('/retention', {}, {}, signal),
    staleTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={texts.runRetention} closeButtonProps={{ 'aria-label': texts.close }}>
      {rules.data ? (
        <Rules rules={rules.data} onClose={onClose} />
      ) : rules.isError ? (
        <Failure title={texts.couldNotLoadTheRetention} error={rules.error} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

const FIELDS = [
  { name: 'days', label: texts.maximumAgeDays },
  { name: 'runs', label: texts.maximumNumberOfRuns },
  { name: 'megabytes', label: texts.maximumTotalSizeMb },
] as const;

function Rules({ rules, onClose }: { rules: RetentionRules; onClose: () => void }) {
  const [next, setNext] = useState<RetentionRules>(rules);
  const client = useQueryClient();
  const preview = useMutation({
    mutationFn: () => send<RunDiskUsage[]>('POST', address(['retention', 'preview']), { json: next }),
  });
  const keep = useMutation({
    mutationFn: () => send<RetentionRules>('PUT', address(['retention']), { json: next }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['retention'] });
      void client.invalidateQueries({ queryKey: keys.runs });
      void client.invalidateQueries({ queryKey: STORAGE });
      onClose();
    },
  });
  const error = preview.error ?? keep.error;
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.retentionExplained}</Text>
      {FIELDS.map(({ name, label }) => (
        <NumberInput
          key={name}
          label={label}
          min={1}
          allowDecimal={false}
          value={next[name] ?? ''}
          onChange={value => {
            preview.reset();
            setNext({ ...next, [name]: value === '' ? null : Number(value) });
          }}
        />
      ))}
      {error ? <Failure title={texts.couldNotSaveTheRetention} error={error} /> : null}
      {preview.data ? (
        <Text size="sm" role="status">
          {preview.data.length === 0
            ? texts.rulesDeleteNothing
            : texts.theseRulesDeleteNow(counted(preview.data.length, 'run'))}
        </Text>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        {preview.data ? (
          <Button
            color={preview.data.length > 0 ? 'red' : undefined}
            loading={keep.isPending}
            onClick={() => keep.mutate()}
          >
            {texts.apply}
          </Button>
        ) : (
          <Button loading={preview.isPending} onClick={() => preview.mutate()}>
            {texts.preview}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
