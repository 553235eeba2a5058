/**
 * Compares production dependencies with the advisories of the npm registry, and fails for those of high or critical severity.
 * A registry without advisories, and one that cannot be reached, is reported and does not fail.
 *
 *     node .ci/advisories.js [folder]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const FAILING = new Set(['high', 'critical']);

const { stdout, stderr, error } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=60000'],
  { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
const report = parse(stdout ?? '');
if (report?.vulnerabilities === undefined) {
  const reason = error?.message ?? report?.message ?? report?.error?.summary ?? (stderr || stdout);
  console.log(`could not check production dependencies for advisories: ${reason.trim()}`);
} else {
  const vulnerable = Object.values(report.vulnerabilities).filter(({ severity }) => FAILING.has(severity));
  for (const one of vulnerable) console.error(describe(one));
  if (vulnerable.length === 0)
    console.log('no advisories of high or critical severity for production dependencies');
  process.exitCode = vulnerable.length === 0 ? 0 : 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Formats an advisory as `name range: severity: titles; fix`. Packages that only depend on a vulnerable one name it
 * instead of a title.
 */
function describe({ name, range, severity, via, fixAvailable }) {
  const reasons = via.map((one) =>
    typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`,
  );
  return `${name} ${range}: ${severity}: ${reasons.join(', ')}; ${describeFix(fixAvailable)}`;
}

function describeFix(fix) {
  if (fix === false) return 'no fix is available';
  if (fix === true) return 'run npm audit fix';
  return `install ${fix.name}@${fix.version}${fix.isSemVerMajor ? ', which is a major version' : ''}`;
}
