import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core';
import { address } from '../../../api/client';
import type { FilmFrame, Picture, TimingDetail } from '../../../api/types';
import { response } from '../../../format/format';
import { whyNoPicture } from './instants';
import classes from './timing.module.css';
import { texts } from '../../../texts/results';

interface FilmProps {
  run: string;
  detail: TimingDetail;
  thresholdMs: number | undefined;
  /** The run's `evidence`, where it is known. */
  setting: string | undefined;
}

/** What was on the screen: the film strip with the times of its frames, and the single pictures. */
export function Film({ run, detail, thresholdMs, setting }: FilmProps) {
  const url = (picture: Picture) => address(['runs', run, 'evidence', picture.name]);
  // Those of the worst second of a clip and of the path of a gesture are shown apart.
  const pictures = detail.pictures.filter(picture => !/-(worst|gesture)-/.test(picture.name));
  const strip = pictures.find(picture => picture.name.includes('strip')) ?? pictures[0];
  return (
    <Stack gap="xs" component="section" aria-label={texts.pictures}>
      <Title order={3} size="h5">
        {texts.screen}
      </Title>
      {strip === undefined ? (
        <Text size="sm">{whyNoPicture(detail.timing, thresholdMs, setting)}</Text>
      ) : (
        <>
          <div className={classes.pictures} tabIndex={0} role="region" aria-label={texts.filmStripScrollable}>
            <img src={url(strip)} alt={filmText(detail)} loading="lazy" />
          </div>
          <Frames frames={detail.frames} />
          <Group gap="sm">
            {pictures.map(picture => (
              <Anchor key={picture.name} href={url(picture)} target="_blank" size="sm">
                {pictureTitle(picture.name)}
              </Anchor>
            ))}
          </Group>
        </>
      )}
    </Stack>
  );
}

/** What those who cannot see a film strip need of it. */
export function Frames({ frames }: { frames: FilmFrame[] }) {
  if (frames.length === 0) return null;
  return (
    <>
      <Text size="sm">{texts.framesAndTheirTimeAfter}</Text>
      <List size="sm" type="ordered" className="figures">
        {frames.map((frame, n) => (
          <List.Item key={n}>
            {response(frame.atMs)}: {frame.label}
          </List.Item>
        ))}
      </List>
    </>
  );
}

function filmText({ timing, frames }: TimingDetail): string {
  return texts.screenOfSessionDuringFrames(timing.session, timing.operation, frames.length);
}

/** What a picture shows, by the last word of its name. */
function pictureTitle(name: string): string {
  const kind = /-([a-z]+)\.png$/.exec(name)?.[1];
  const titles: Record<string, string> = {
    strip: texts.openFilmStripInFull,
    before: texts.beforeInput,
    end: texts.atEnd,
  };
  return (kind && titles[kind]) ?? name;
}
