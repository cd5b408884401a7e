import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { address } from '../../../api/client';
import type { WorstSecond } from '../../../api/types';
import { texts } from '../../../texts/results';
import { Frames } from './Film';
import classes from './timing.module.css';

/** What was heard and seen in the worst second of a clip: figures, the sound itself, its picture beside the clip's own sound, and the frames. */
export function WorstSecondView({ run, second }: { run: string; second: WorstSecond }) {
  const url = (name: string) => address(['runs', run, 'evidence', name]);
  const { number, bad, figures, sound, picture, strip, frames, missing } = second;
  return (
    <Stack gap="xs" component="section" aria-label={texts.worstSecond}>
      <Title order={3} size="h5">
        {texts.worstSecondOf(number)}
      </Title>
      {bad ? null : <Text size="sm">{texts.nothingWrong}</Text>}
      <List size="sm" className="figures">
        {figures.map(figure => (
          <List.Item key={figure}>{figure}</List.Item>
        ))}
      </List>
      {sound === null ? null : (
        <>
          <audio
            className={classes.sound}
            controls
            preload="none"
            src={url(sound)}
            aria-label={texts.soundAround(number)}
          />
          <Anchor href={url(sound)} download={sound} size="sm">
            {texts.downloadSound}
          </Anchor>
        </>
      )}
      {picture === null ? null : (
        <Pictures label={texts.soundPictureScrollable} src={url(picture)} alt={texts.soundPicture(number)} />
      )}
      {strip === null ? null : (
        <>
          <Pictures
            label={texts.filmStripScrollable}
            src={url(strip)}
            alt={texts.framesAround(number, frames.length)}
          />
          <Frames frames={frames} />
        </>
      )}
      {missing.map(reason => (
        <Text key={reason} size="sm" c="dimmed">
          {reason}.
        </Text>
      ))}
    </Stack>
  );
}

function Pictures({ label, src, alt }: { label: string; src: string; alt: string }) {
  return (
    <div className={classes.pictures} tabIndex={0} role="region" aria-label={label}>
      <img src={src} alt={alt} loading="lazy" />
    </div>
  );
}
