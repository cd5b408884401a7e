import type { CSSProperties } from 'react';
import type { Installation } from '../../api/types';
import { texts } from '../../texts/installations';
import css from './installations.module.css';
import { boxes, COLORS, type StageBox } from './stages';

const style = (box: StageBox) => ({ '--stage': `var(--mantine-color-${COLORS[box.look]}-filled)` }) as CSSProperties;

const result = (box: StageBox) =>
  box.stage === null ? texts.stageToCome : box.stage.grade === 'RUNNING' ? texts.stageRunning : box.stage.result;

/** All stages of a setup in coloured boxes; the one that goes on pulses. */
export function StageBoxes({ of }: { of: Installation }) {
  return (
    <ol className={css.boxes} aria-label={texts.stages}>
      {boxes(of).map(box => (
        <li
          key={box.name}
          style={style(box)}
          className={`${css.box} ${box.look === 'RUNNING' ? css.running : ''} ${box.look === 'TO_COME' ? css.toCome : ''}`}
          data-stage={box.name}
          data-grade={box.look}
        >
          <strong>{box.name}</strong>
          <span className={css.result}>{result(box)}</span>
        </li>
      ))}
    </ol>
  );
}

/** The same in a line of a table. */
export function StageLine({ of }: { of: Installation }) {
  const all = boxes(of);
  return (
    <span
      className={css.line}
      role="img"
      aria-label={all.map(box => texts.stageOf(box.name, result(box))).join(', ')}
      title={all.map(box => texts.stageOf(box.name, result(box))).join('\n')}
    >
      {all.map(box => (
        <span
          key={box.name}
          style={style(box)}
          className={`${css.square} ${box.look === 'TO_COME' ? css.toCome : ''}`}
          data-grade={box.look}
        />
      ))}
    </span>
  );
}
