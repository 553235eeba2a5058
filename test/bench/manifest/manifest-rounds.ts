import { fork } from 'node:child_process';
import { benchFile, type Build, type PerBuild } from '../builds/build.js';
import { mediansOf, runRounds } from '../builds/rounds.js';
import { median, type Row } from '../report/row.js';

const ROUNDS = 3;

/** Measures the manifests of every build, each time with a new site in a new process. */
export async function measureManifests(builds: PerBuild<Build>): Promise<readonly Row[]> {
  const rounds = await runRounds(builds, { rounds: ROUNDS, measure: measureBuild });
  const [[first] = [[]]] = rounds;
  return first.map((row, index) => {
    const bare = rounds.flatMap(([rows]) => rows[index]?.bare ?? []);
    return {
      ...row,
      ...mediansOf(rounds, (rows) => rows[index]?.ours ?? NaN),
      ...(bare.length === 0 ? {} : { bare: median(bare) }),
    };
  });
}

function measureBuild(build: Build): Promise<readonly Row[]> {
  const child = fork(new URL('./manifest-child.js', import.meta.url), [benchFile(build, '.')]);
  return new Promise((resolve, reject) => {
    // The child defines this message.
    child.once('message', (rows) => resolve(rows as readonly Row[]));
    child.once('exit', (code) => reject(new Error(`The manifests of ${build.root} ended with ${code}`)));
  });
}
