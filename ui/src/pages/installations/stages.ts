import type { Installation, InstallationStage } from '../../api/types';

/** The stages of `agent setup`, in their order. */
export const STAGES = ['preflight', 'files', 'enrol', 'analyse', 'optimise', 'autostart', 'verify'] as const;

export type StageLook = InstallationStage['grade'] | 'TO_COME' | 'SILENT';

export const COLORS: Record<StageLook, string> = {
  RUNNING: 'blue',
  SILENT: 'gray',
  OK: 'green',
  WARNING: 'yellow',
  FAILED: 'red',
  TO_COME: 'gray',
};

export const STATES = [
  'RUNNING',
  'SILENT',
  'FAILED',
  'WARNING',
  'DONE',
] as const satisfies readonly Installation['state'][];

export const STATE_COLORS: Record<Installation['state'], string> = {
  RUNNING: 'blue',
  SILENT: 'gray',
  FAILED: 'red',
  WARNING: 'yellow',
  DONE: 'green',
};

export interface StageBox {
  name: string;
  look: StageLook;
  stage: InstallationStage | null;
}

/** All stages of a setup: those that have begun, as they are, and those to come. A later version may have stages that are unknown here. */
export function boxes(installation: Installation): StageBox[] {
  const begun = installation.stages.map(stage => ({
    name: stage.stage,
    look: stage.grade === 'RUNNING' && installation.state === 'SILENT' ? ('SILENT' as const) : stage.grade,
    stage,
  }));
  const known = new Set(begun.map(box => box.name));
  // What a setup has left out, with --only or --skip, does not come any more.
  const toCome = installation.state === 'RUNNING' || installation.state === 'SILENT' ? STAGES : [];
  const last = STAGES.findIndex(name => name === begun[begun.length - 1]?.name);
  return [
    ...begun,
    ...toCome
      .filter((name, at) => !known.has(name) && at > last)
      .map(name => ({ name, look: 'TO_COME' as const, stage: null })),
  ];
}

/** The stage that a person looks for: the failed one, or else the last that has begun. */
export function decisive(installation: Installation): InstallationStage | undefined {
  const { stages } = installation;
  return stages.find(stage => stage.grade === 'FAILED') ?? stages[stages.length - 1];
}

/** In a line of a table. */
export function finding(installation: Installation): string {
  if (installation.copies > 0) return installation.remedy;
  const stage = decisive(installation);
  const worst =
    stage?.grade === 'FAILED' ? stage : (installation.stages.find(one => one.grade === 'WARNING') ?? undefined);
  return worst?.detail.split('\n')[0] ?? '';
}

const ORDER: Record<Installation['state'], number> = { FAILED: 0, SILENT: 1, RUNNING: 2, WARNING: 3, DONE: 4 };

/** Those first that somebody has to look at. */
export const ordered = (all: readonly Installation[]): Installation[] =>
  [...all].sort((a, b) => ORDER[a.state] - ORDER[b.state] || a.host.localeCompare(b.host, 'en', { numeric: true }));
