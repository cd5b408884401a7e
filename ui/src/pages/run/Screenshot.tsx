import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { address, ApiError, request } from '../../api/client';
import { time } from '../../format/format';
import { Loading } from '../../parts/Loading';
import css from './run.module.css';
import { texts } from '../../texts/run';

const EVERY_MS = 2_000;

/** The policy of the pages lets pictures come from the controller or stand in the address itself, so the bytes go there. */
function asAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the picture cannot be read'));
    reader.readAsDataURL(picture);
  });
}

/** What is on a session's screen, asked for again every two seconds while one looks; why there is no picture where there is none. */
export function Screenshot({ run, session, over }: { run: string; session: number; over: boolean }) {
  const url = address(['runs', run, 'sessions', session, 'screenshot']);
  const frame = useQuery({
    queryKey: ['run', run, 'session', session, 'screenshot'],
    queryFn: async ({ signal }) => asAddress(await (await request(url, { signal })).blob()),
    refetchInterval: over ? false : EVERY_MS,
    enabled: !over,
    retry: false,
    gcTime: 0,
  });
  const gone = frame.error instanceof ApiError && frame.error.status === 404;
  return (
    <>
      {frame.error && !over ? (
        <Alert
          color={gone ? 'gray' : 'orange'}
          variant="light"
          title={gone ? texts.noPicture : texts.pictureNotUpdated}
          role="status"
        >
          {frame.error.message} {gone ? '' : texts.retriesEvery2S}
        </Alert>
      ) : null}
      {over ? <Text size="sm">{texts.theSessionHasEnded(frame.data ? texts.thisIsTheLastPicture : '')}</Text> : null}
      {frame.data ? (
        <figure style={{ margin: 0 }}>
          <Anchor href={url} target="_blank" rel="noreferrer" aria-label={texts.openScreenInNewPage}>
            <img className={css.frame} src={frame.data} alt={texts.screenOfSession(session)} />
          </Anchor>
          <Text component="figcaption" size="xs" className="figures">
            {texts.asOf(time(frame.dataUpdatedAt))}
          </Text>
        </figure>
      ) : frame.isFetching && !frame.error ? (
        <Loading />
      ) : null}
    </>
  );
}
