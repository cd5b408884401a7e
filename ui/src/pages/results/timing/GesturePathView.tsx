import { List, Stack, Text, Title } from '@mantine/core';
import { address } from '../../../api/client';
import type { GesturePath } from '../../../api/types';
import { texts } from '../../../texts/results';
import { Frames } from './Film';
import classes from './timing.module.css';

/** Where the pointer was sent and what was seen of it: figures, the picture, and the frames until the move was seen that waited longest. */
export function GesturePathView({ run, gesture }: { run: string; gesture: GesturePath }) {
  const url = (name: string) => address(['runs', run, 'evidence', name]);
  return (
    <Stack gap="xs" component="section" aria-label={texts.gesturePath}>
      <Title order={3} size="h5">
        {texts.gesturePath}
      </Title>
      {gesture.late ? null : <Text size="sm">{texts.gestureNotLate}</Text>}
      <List size="sm" className="figures">
        {gesture.figures.map(figure => (
          <List.Item key={figure}>{figure}</List.Item>
        ))}
      </List>
      {gesture.picture === '' ? null : (
        <div className={classes.pictures} tabIndex={0} role="region" aria-label={texts.gesturePathScrollable}>
          <img src={url(gesture.picture)} alt={texts.gesturePathText} loading="lazy" />
        </div>
      )}
      {gesture.strip === null ? null : (
        <>
          <div className={classes.pictures} tabIndex={0} role="region" aria-label={texts.longestWaitScrollable}>
            <img src={url(gesture.strip)} alt={texts.framesUntilLongestWait(gesture.frames.length)} loading="lazy" />
          </div>
          <Frames frames={gesture.frames} />
        </>
      )}
    </Stack>
  );
}
