import { Center, Loader } from '@mantine/core';
import { texts } from '../texts/common';

export function Loading() {
  return (
    <Center mih={200} role="status" aria-label={texts.loading}>
      <Loader type="dots" />
    </Center>
  );
}
