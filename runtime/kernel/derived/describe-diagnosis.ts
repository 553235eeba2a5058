import type { Diagnosis } from './doctor.js';

/** Returns a heading and the differences below it. */
export function describeDiagnosis(diagnosis: Diagnosis): readonly string[] {
  const { name, status, differences, hasMore, advice } = diagnosis;
  return [
    `${name}: ${HEADINGS[status]}`,
    ...differences.map((line) => `  ${line}`),
    ...(hasMore ? ['  and more'] : []),
    ...(advice === null ? [] : [`  ${advice}`]),
  ];
}

const HEADINGS: Readonly<Record<Diagnosis['status'], string>> = {
  ok: 'ok',
  repaired: 'repaired these differences',
  pending: 'not built yet',
  differs: 'differs',
};
