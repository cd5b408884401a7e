import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { address, getYaml } from '../../api/client';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { useFocusBack } from '../../parts/useFocusBack';
import { CheckPanel } from './CheckPanel';
import { useCheck } from './useCheck';
import { useStart } from './useStart';
import { texts } from '../../texts/profiles';

/** Checks a stored profile as it stands, and starts it. */
export default function CheckDialog({ id, onClose }: { id: string; onClose: () => void }) {
  useFocusBack();
  const profile = useQuery({
    queryKey: ['run-profile', id, 'to-check'],
    queryFn: ({ signal }) => getYaml(address(['run-profiles', id]), signal),
    gcTime: 0,
  });
  const { check, begin } = useCheck();
  const start = useStart();
  const text = profile.data?.yaml;

  useEffect(() => {
    if (text !== undefined) begin(text, id);
  }, [text, id, begin]);

  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.checkAndStartTitle(id)}
      size="xl"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {profile.isPending ? <Loading /> : null}
      {profile.isError ? (
        <Failure title={texts.couldNotLoadTheProfile} error={profile.error} again={() => void profile.refetch()} />
      ) : null}
      {text === undefined || check.phase === 'none' ? null : (
        <CheckPanel
          check={check}
          text={text}
          again={() => begin(text, id)}
          start={() => start.mutate({ text, name: id })}
          starting={start.isPending}
          startError={start.error}
        />
      )}
    </Modal>
  );
}
